#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "storage/rocks_opener.h"

namespace trestle {

class RocksDatabase;
class StoreFolder;
class View;

// The copies in the folder of a store: databases that share its files. Safe to share between
// threads.
class StoreCopies {
 public:
  StoreCopies(std::shared_ptr<const StoreFolder> folder, RocksOpener opener);

  Status Save(const RocksDatabase& database, std::string_view name) TRESTLE_EXCLUDES(mutex_);
  Result<std::shared_ptr<const View>> Open(std::string_view name) TRESTLE_EXCLUDES(mutex_);
  Status Drop(std::string_view name) TRESTLE_EXCLUDES(mutex_);
  std::vector<std::string> Names() const;
  // Makes the copy a database of its own, at `path`.
  Status LinkTo(const std::string& path, std::string_view name) TRESTLE_EXCLUDES(mutex_);

 private:
  std::string PathOf(std::string_view name) const;
  Result<std::string> Find(std::string_view name) const;  // its path

  const std::shared_ptr<const StoreFolder> folder_;  // with the databases in it
  const RocksOpener opener_;
  Mutex mutex_;  // held for the whole of a call: a copy does not go while it is opened or linked
  // With the views of the copies.
  std::map<std::string, std::weak_ptr<const RocksDatabase>, std::less<>> open_
      TRESTLE_GUARDED_BY(mutex_);
};

}  // namespace trestle
