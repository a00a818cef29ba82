#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "storage/store.h"
#include "table/table.h"
#include "table/write_set.h"

namespace trestle {

// The tables of one store: their definitions, item locks and counters. Safe to share between threads.
class Catalog {
 public:
  struct Options {
    Duration status_delay{0};  // how long CREATING, UPDATING and DELETING last
  };
  // `store` and `clock` outlive the catalog. Unfinished index backfills and deletions go on.
  static Result<std::unique_ptr<Catalog>> Open(Store& store, const Clock& clock, Options options);
  ~Catalog();

  // The table as data operations see it: there, and past CREATING. `name` may be an ARN. No lock that writers hold.
  Result<TablePtr> Find(std::string_view name) const;
  // Like Find, for DescribeTable and the control plane: in any state; null if there is none.
  TablePtr FindInAnyState(std::string_view name) const;
  // Names in order after `start`, at most `limit`.
  std::vector<std::string> List(std::string_view start, std::size_t limit) const;
  std::size_t size() const;

  // Assigns ids, uuid, times and CREATING; ResourceInUse if the name is taken. The definition as stored.
  Result<TablePtr> Create(TableDefinition definition);
  // Replaces the definition by what `change` makes of it, atomically against other changes of the same table. Index
  // additions start a backfill, index removals delete the entries; the table is UPDATING for the configured delay.
  Result<TablePtr> Update(std::string_view name, const std::function<Status(TableDefinition&)>& change);
  // Marks the table DELETING and drops it. The definition as it was, with that status.
  Result<TablePtr> Drop(std::string_view name);

  TableStatistics Statistics(const Table& table, const IndexDefinition* index = nullptr) const;

  Store& store() { return store_; }
  const Clock& clock() const { return clock_; }

 private:
  friend class WriteSet;
  Catalog(Store& store, const Clock& clock, Options options);
  Store& store_;
  const Clock& clock_;
  Options options_;
};

}  // namespace trestle
