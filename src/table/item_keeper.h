#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "table/definition.h"
#include "value/attribute_value.h"

namespace trestle {

// One item's change, as a keeper sees it.
struct KeptChange {
  enum class Kind { kPut, kUpdate, kDelete };
  Kind kind = Kind::kPut;
  const Item* before = nullptr;  // null: there is none
  Item* after = nullptr;         // the keeper's to change; null: deleted
  TimePoint now;                 // when it happens: one for all that a request writes
};

// Items of the same table that come and go with another: each stands for something of which there
// is one, such as a unique value.
struct KeptCompanions {
  std::vector<Item> claimed;   // must not be there yet, unless as they are
  std::vector<Item> released;  // go, where they are there as they are
  // The item is one of these itself. Who writes it may only say what follows from the others of the
  // same write.
  bool is_companion = false;
};

// Sees every change of a table's items before it is committed, whichever operation makes it, and
// makes of it what it must be. Called under the locks of the items; never changes; safe to share
// between threads.
class ItemKeeper {
 public:
  virtual ~ItemKeeper() = default;

  // Gives an item that is to be put its primary key, where the rest of it says what that is.
  virtual Status CompleteKey(Item& item, TimePoint now) const = 0;
  virtual Result<KeptCompanions> Keep(const KeptChange& change) const = 0;
  // The error of a change that claims what another item has.
  virtual Error Taken(const Item& claimed) const = 0;
  // The error of a change of a companion that does not follow from others.
  virtual Error Uncalled() const = 0;
};

// Beside the error of ItemKeeper::Taken, which is otherwise that of a condition.
struct ClaimRefused : ErrorDetail {
  std::string attribute;  // whose value another item has
};

// Who knows the keepers of tables. Its records are stored in the catalog, each by a name.
class ItemKeepers {
 public:
  using Records = std::vector<std::pair<std::string, std::string>>;

  virtual ~ItemKeepers() = default;
  // All there are, when the catalog opens and after each change of them. What cannot be read is
  // left out, with a line in the log.
  virtual void Load(const Records& records) = 0;
  // Null for a table that nobody keeps. Shared by the versions of the table.
  virtual std::shared_ptr<const ItemKeeper> For(const TableDefinition& table) const = 0;
};

}  // namespace trestle
