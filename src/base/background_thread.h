#pragma once

#include <condition_variable>
#include <functional>
#include <optional>
#include <thread>

#include "base/clock.h"
#include "base/mutex.h"

namespace trestle {

// Calls a function again and again on a thread of its own and rests in between. The thread starts
// with the first Wake, so that what is never needed costs nothing. Safe to share between threads.
class BackgroundThread {
 public:
  // How long to rest, by the machine's steady clock; nothing: until woken.
  using Rest = std::optional<Duration>;

  explicit BackgroundThread(std::function<Rest()> turn);
  ~BackgroundThread();
  BackgroundThread(const BackgroundThread&) = delete;
  BackgroundThread& operator=(const BackgroundThread&) = delete;

  void Wake() TRESTLE_EXCLUDES(mutex_);
  // Returns when the thread has ended; a turn that takes long looks at IsStopping. More calls do
  // nothing.
  void Stop() TRESTLE_EXCLUDES(mutex_);
  bool IsStopping() const TRESTLE_EXCLUDES(mutex_);

 private:
  void Run();
  void RestFor(Rest at_most) TRESTLE_EXCLUDES(mutex_);

  const std::function<Rest()> turn_;
  mutable Mutex mutex_;
  std::condition_variable_any changed_;
  bool stopping_ TRESTLE_GUARDED_BY(mutex_) = false;
  bool awake_ TRESTLE_GUARDED_BY(mutex_) = false;
  std::thread thread_ TRESTLE_GUARDED_BY(mutex_);
};

}  // namespace trestle
