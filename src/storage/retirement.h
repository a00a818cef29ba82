#pragma once

#include <condition_variable>
#include <memory>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "storage/incarnation.h"

namespace trestle {

class StoreFolder;

// Where a store's former databases end, on a thread of its own: each is closed and its files are
// removed once the last view of it is gone. What still has readers at the end is removed by the
// next start.
class Retirement {
 public:
  explicit Retirement(std::shared_ptr<const StoreFolder> folder);
  ~Retirement();
  Retirement(const Retirement&) = delete;
  Retirement& operator=(const Retirement&) = delete;

  // Those who wait for its commits to be durable are still called.
  void Take(std::unique_ptr<Incarnation> incarnation) TRESTLE_EXCLUDES(mutex_);

 private:
  void Run() TRESTLE_EXCLUDES(mutex_);
  // True once there is something to do; false at the end.
  bool WaitForWork() TRESTLE_EXCLUDES(mutex_);
  void RemoveUnread();

  const std::shared_ptr<const StoreFolder> folder_;  // with its databases
  // Only the thread touches these, shared with their views.
  std::vector<std::shared_ptr<const RocksDatabase>> databases_;

  Mutex mutex_;
  std::condition_variable_any wakeup_;
  std::vector<std::unique_ptr<Incarnation>> taken_ TRESTLE_GUARDED_BY(mutex_);
  bool stopping_ TRESTLE_GUARDED_BY(mutex_) = false;
  std::thread thread_;  // last, so that it starts when all else is there
};

}  // namespace trestle
