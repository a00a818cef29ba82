#pragma once

#include <memory>

#include "base/mutex.h"
#include "storage/rocks_view.h"

namespace trestle {

// Shows the newest state. A picture costs the database's own lock, so it is taken once and shared
// by all who read before the next commit. Safe to share between threads.
class CurrentView {
 public:
  explicit CurrentView(std::shared_ptr<const RocksDatabase> database);

  std::shared_ptr<const RocksView> Get() TRESTLE_EXCLUDES(mutex_);

 private:
  const std::shared_ptr<const RocksDatabase> database_;  // with the store and its views
  Mutex mutex_;
  std::shared_ptr<const RocksView> view_ TRESTLE_GUARDED_BY(mutex_);  // with its readers
};

}  // namespace trestle
