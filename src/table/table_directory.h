#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/mutex.h"
#include "table/table.h"

namespace trestle {

// The name in "arn:aws:dynamodb:<region>:<account>:table/<name>…", or what was given.
std::string_view TableNameOf(std::string_view name_or_arn);

// A table by its name, and what is shown of it while it is being created, updated or deleted.
struct TableEntry {
  TablePtr table;  // null once dropped
  TablePtr shown;  // in place of `table`, until `settled`
  TimePoint settled;

  bool InTransit(const Clock& clock) const { return shown != nullptr && clock.Now() < settled; }
  bool Exists(const Clock& clock) const { return table != nullptr || InTransit(clock); }
};

using TableMap = std::map<std::string, TableEntry, std::less<>>;

// The tables by name, for many readers and few changes: each reader looks into its own shard, so
// that readers on different threads touch no common lock and count no common references.
class TableDirectory {
 public:
  TableDirectory() { Publish({}); }

  TableEntry Find(std::string_view name) const;  // empty if there is none
  std::shared_ptr<const TableMap> All() const;   // shared by who reads it and the shards
  // One thread at a time.
  void Publish(TableMap tables);

 private:
  struct alignas(64) Shard {
    mutable Mutex mutex;
    std::shared_ptr<const TableMap> tables TRESTLE_GUARDED_BY(mutex);  // with the other shards
    mutable TableMap handles TRESTLE_GUARDED_BY(mutex);  // of tables that were asked for here
  };
  const Shard& ShardOfThisThread() const;
  std::array<Shard, 16> shards_;
};

}  // namespace trestle
