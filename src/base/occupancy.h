#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <utility>

#include "base/thread_number.h"

namespace trestle {

// Counts who is inside, each thread in a place of its own, so that coming and going costs two
// atomic operations and no thread waits for another. Safe to share between threads.
class Occupancy {
  struct alignas(64) Place {
    std::atomic<std::uint32_t> inside = 0;
  };

 public:
  // Inside until it ends. Must not outlive its Occupancy.
  class Stay {
   public:
    explicit Stay(Place& place) : place_(&place) { place_->inside.fetch_add(1); }
    Stay(Stay&& other) noexcept : place_(std::exchange(other.place_, nullptr)) {}
    Stay& operator=(Stay&&) = delete;
    ~Stay() {
      if (place_ != nullptr) place_->inside.fetch_sub(1, std::memory_order_release);
    }

   private:
    Place* place_;
  };

  // What was done before a WaitForThoseInside is seen by all who enter after it began to wait.
  Stay Enter() const { return Stay(places_[NumberOfThisThread() % places_.size()]); }

  // Returns once all have left who were inside at the call. Others may come meanwhile.
  void WaitForThoseInside() const {
    for (const Place& place : places_) {
      while (place.inside.load() != 0) std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  }

 private:
  mutable std::array<Place, 64> places_;
};

}  // namespace trestle
