#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "base/mutex.h"

namespace trestle {

// Runs jobs on threads of its own, beginning them in the order in which they were given. A job that
// takes long looks at stopping() now and then and ends early. Without jobs there are no threads.
// Safe to share between threads.
class Worker {
 public:
  using Job = std::function<void()>;

  explicit Worker(std::size_t max_threads) : max_threads_(max_threads) {}
  ~Worker();  // waits for the jobs under way; those not begun are forgotten
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void Do(Job job) TRESTLE_EXCLUDES(mutex_);
  bool stopping() const { return stopping_ || halts_ > 0; }
  std::size_t jobs() const TRESTLE_EXCLUDES(mutex_);  // that are not done
  void WaitUntilIdle() TRESTLE_EXCLUDES(mutex_);
  // Forgets the jobs that have not begun and has those under way end early; returns when nothing
  // is left of any. Afterwards it takes jobs again.
  void Halt() TRESTLE_EXCLUDES(mutex_);

 private:
  void Run() TRESTLE_EXCLUDES(mutex_);

  const std::size_t max_threads_;
  mutable Mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Job> jobs_ TRESTLE_GUARDED_BY(mutex_);
  std::size_t under_way_ TRESTLE_GUARDED_BY(mutex_) = 0;
  std::atomic<bool> stopping_ = false;
  std::atomic<int> halts_ = 0;
  std::vector<std::thread> threads_ TRESTLE_GUARDED_BY(mutex_);
};

}  // namespace trestle
