#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "model/model.h"
#include "operation/database.h"

namespace trestle {

// An item that disagrees with its model.
struct Disagreement {
  std::string table;
  Item key;
  std::string what;          // one line, with the entity and the field
  bool repairable = false;   // it follows from the rest of the item
  std::string not_repaired;  // why a repair failed; empty if it did not or was not asked for
};

struct VerifyProgress {
  std::string table;
  std::int64_t items = 0;     // looked at so far, in this table
  std::int64_t expected = 0;  // as the table counts its items, which may lag behind
};

struct VerifyOptions {
  bool repair = false;
  std::function<void(const Disagreement&)> on_disagreement = [](const Disagreement&) {};
  // Told after each page; false ends the walk.
  std::function<bool(const VerifyProgress&)> on_progress = [](const VerifyProgress&) {
    return true;
  };
};

struct VerifyTotals {
  std::int64_t items = 0;
  std::int64_t guards = 0;  // among the items
  std::int64_t disagreeing = 0;
  std::int64_t repaired = 0;
  bool whole = true;  // the walk was not ended early
};

// Walks the tables of the model, in any database, and names every item that disagrees with it. A
// repair writes what follows from the rest of an item, under the condition that it has not changed
// since it was read; it takes no other decision.
Result<VerifyTotals> Verify(const std::shared_ptr<const model::Model>& model, Database& database,
                            const Clock& clock, const VerifyOptions& options);

}  // namespace trestle
