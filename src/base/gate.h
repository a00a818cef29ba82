#pragma once

#include <atomic>

#include "base/mutex.h"
#include "base/occupancy.h"

namespace trestle {

// Many are inside at a time; when it closes, it waits for them and lets nobody in until it opens
// again. Who is inside must not enter once more, nor close it. Safe to share between threads.
class Gate {
 public:
  using Stay = Occupancy::Stay;

  Stay Enter() const {
    for (;;) {
      Stay stay = occupancy_.Enter();
      if (!closed_.load()) return stay;
      { const Stay leaving = std::move(stay); }
      closed_.wait(true);
    }
  }

  // Nobody is inside for as long as it lives.
  class Closed {
   public:
    explicit Closed(Gate& gate) : gate_(gate), one_at_a_time_(gate.mutex_) {
      gate_.closed_.store(true);
      gate_.occupancy_.WaitForThoseInside();
    }
    ~Closed() {
      gate_.closed_.store(false);
      gate_.closed_.notify_all();
    }
    Closed(const Closed&) = delete;
    Closed& operator=(const Closed&) = delete;

   private:
    Gate& gate_;
    const std::lock_guard<std::mutex> one_at_a_time_;
  };

 private:
  Occupancy occupancy_;
  std::atomic<bool> closed_ = false;
  std::mutex mutex_;  // held while closed
};

}  // namespace trestle
