#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "value/encoded_items.h"

namespace trestle::repository {

// What a call cost.
struct Spent {
  double read_units = 0;
  double write_units = 0;
  int requests = 0;
};

// What an access pattern found.
struct Page {
  EncodedItems items;                          // in the pattern's order
  const model::Entity* entity = nullptr;       // of all items, if the pattern finds only one
  std::vector<const model::Entity*> entities;  // of each item, if it finds several
  std::vector<double> distances_km;            // of each item of a geo search
  std::int64_t count = 0;             // of items; all that there is of a pattern that counts
  std::optional<std::string> cursor;  // where the next page begins; absent: there is none
  Spent spent;

  // Null where it cannot be told.
  const model::Entity* EntityOf(std::size_t place) const {
    return entities.empty() ? entity : entities[place];
  }
};

struct PageOptions {
  std::optional<std::int64_t> limit;  // items in the page; the pattern's own where absent
  std::optional<std::string> cursor;  // of the page before
};

}  // namespace trestle::repository
