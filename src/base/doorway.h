#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "base/occupancy.h"

namespace trestle {

// Many are inside at a time; when it closes, it waits for them and lets nobody in until it opens
// again. Who is inside may enter once more, and must not close it. Safe to share between threads.
class Doorway {
 public:
  // Inside until it ends, on the thread on which it began; of several the last begun ends first.
  class Stay {
   public:
    explicit Stay(const Doorway& doorway) : before_(std::exchange(entered_last_, &doorway)) {
      if (before_ != &doorway) doorway.Pass(counted_);
    }
    ~Stay() { entered_last_ = before_; }
    Stay(const Stay&) = delete;
    Stay& operator=(const Stay&) = delete;

   private:
    const Doorway* const before_;
    std::optional<Occupancy::Stay> counted_;
  };

  // Nobody is inside for as long as it lives.
  class Closed {
   public:
    explicit Closed(Doorway& doorway) : doorway_(doorway), one_at_a_time_(doorway.mutex_) {
      doorway_.closed_.store(true);
      doorway_.occupancy_.WaitForThoseInside();
    }
    ~Closed() {
      doorway_.closed_.store(false);
      doorway_.closed_.notify_all();
    }
    Closed(const Closed&) = delete;
    Closed& operator=(const Closed&) = delete;

   private:
    Doorway& doorway_;
    const std::lock_guard<std::mutex> one_at_a_time_;
  };

 private:
  void Pass(std::optional<Occupancy::Stay>& counted) const {
    for (;;) {
      counted.emplace(occupancy_.Enter());
      if (!closed_.load()) return;
      counted.reset();
      closed_.wait(true);
    }
  }

  static inline thread_local const Doorway* entered_last_ = nullptr;
  Occupancy occupancy_;
  std::atomic<bool> closed_ = false;
  std::mutex mutex_;  // held while closed
};

}  // namespace trestle
