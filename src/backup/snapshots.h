#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "backup/snapshot.h"
#include "base/mutex.h"
#include "base/result.h"
#include "storage/store.h"

namespace trestle {

class Catalog;

// The copies of the whole database that somebody has asked for by name. What a backup keeps in a
// copy of its own is kept for as long as a snapshot knows the backup. Safe to share between
// threads; none of its calls is for an event loop.
class Snapshots {
 public:
  explicit Snapshots(Catalog& catalog) : catalog_(catalog) {}  // which outlives it

  // Without a name it gets one. kResourceInUse if the name is taken. Writes go on meanwhile.
  Result<Snapshot> Make(std::optional<std::string_view> name) TRESTLE_EXCLUDES(mutex_);
  Result<std::vector<Snapshot>> All() TRESTLE_EXCLUDES(mutex_);  // by name
  Status Drop(std::string_view name) TRESTLE_EXCLUDES(mutex_);
  // The state of the snapshot, for the store to become. It no longer needs the snapshot.
  Result<std::unique_ptr<Store::Successor>> Prepare(std::string_view name) TRESTLE_EXCLUDES(mutex_);

  // Drops the copy of a backup, unless a snapshot has the backup.
  Status DropUnneeded(const std::string& copy) TRESTLE_EXCLUDES(mutex_);

 private:
  struct Known {
    Snapshot snapshot;
    std::set<std::string> copies;  // of the backups in it
  };
  Store& store() const;
  std::string NewName(const std::vector<std::string>& taken) const;
  Result<Known> Look(const std::string& name) const;
  // Takes a look at those that it has not seen yet.
  Status Update() TRESTLE_REQUIRES(mutex_);

  Catalog& catalog_;
  Mutex mutex_;  // held for the whole of a call: a backup's copy does not go meanwhile
  std::map<std::string, Known> known_ TRESTLE_GUARDED_BY(mutex_);
};

}  // namespace trestle
