#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/model.h"

namespace trestle::repository {

// A change of an entity's item, as its table's stream tells it.
struct ItemChange {
  enum class Kind { kInsert, kModify, kRemove };
  Kind kind = Kind::kInsert;
  const model::Entity* entity = nullptr;
  std::optional<Item> before;  // as far as the stream has it
  std::optional<Item> after;
  TimePoint at;
  bool expired = false;  // its time to live was over
  std::string id;        // the same whenever the change is told again
};

// A transaction of the model that follows from a change.
struct Reaction {
  std::string transaction;
  Item arguments;
};

// What a system does when items change, beyond the triggers that its model declares. Called by one
// thread; a call may block.
class ChangeHandlers {
 public:
  virtual ~ChangeHandlers() = default;
  // Called at least once for each change; changes of one item come in their order. The reactions
  // are run once: each commits together with the note that it is done. The same change must give
  // the same ones. A reaction that its own conditions refuse is dropped.
  virtual Result<std::vector<Reaction>> On(const ItemChange& change) = 0;
};

}  // namespace trestle::repository
