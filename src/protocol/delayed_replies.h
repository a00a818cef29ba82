#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <thread>

#include "base/clock.h"
#include "base/mutex.h"
#include "http/handler.h"

namespace trestle {

// Gives answers after a while, by the time of the machine: a clock that stands still holds nobody
// up. No event loop waits; a thread does, once there is something to wait for. Safe to share
// between threads.
class DelayedReplies {
 public:
  DelayedReplies() = default;
  // What still waits is sent at once.
  ~DelayedReplies();
  DelayedReplies(const DelayedReplies&) = delete;
  DelayedReplies& operator=(const DelayedReplies&) = delete;

  void Send(http::Responder responder, http::Response response, Duration delay)
      TRESTLE_EXCLUDES(mutex_);

 private:
  using SteadyTime = std::chrono::steady_clock::time_point;
  struct Reply {
    http::Responder responder;
    http::Response response;
  };
  void Run() TRESTLE_EXCLUDES(mutex_);
  // Those that are due, or all.
  std::multimap<SteadyTime, Reply> TakeDue(SteadyTime now) TRESTLE_REQUIRES(mutex_);
  void WaitForMore() TRESTLE_REQUIRES(mutex_);

  Mutex mutex_;
  std::condition_variable_any changed_;
  std::multimap<SteadyTime, Reply> waiting_ TRESTLE_GUARDED_BY(mutex_);  // by when they are due
  bool stopping_ TRESTLE_GUARDED_BY(mutex_) = false;
  std::thread thread_ TRESTLE_GUARDED_BY(mutex_);
};

}  // namespace trestle
