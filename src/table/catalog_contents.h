#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "table/catalog.h"

namespace trestle {

// All that a store holds for a catalog, with what a crash has left of it put right.
struct Catalog::Contents {
  std::uint32_t next_table_id = 1;
  std::uint64_t next_change = 0;  // the first number that was never given
  TableMap tables;
  StreamContents streams;
  std::vector<std::pair<std::string, std::string>> keepers;  // their records
  std::unique_ptr<WriteBatch> repairs;                       // to be committed
};

struct Catalog::Successor {
  std::unique_ptr<Store::Successor> state;
  Contents contents;
};

}  // namespace trestle
