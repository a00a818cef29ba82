#pragma once

#include <atomic>
#include <chrono>

namespace trestle {

using TimePoint = std::chrono::sys_time<std::chrono::microseconds>;
using Duration = std::chrono::microseconds;

// The one source of time. Safe to share between threads.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual TimePoint Now() const = 0;
};

class SystemClock final : public Clock {
 public:
  TimePoint Now() const override {
    return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
  }
};

// Stands still until it is moved.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(TimePoint start) : microseconds_(start.time_since_epoch().count()) {}
  TimePoint Now() const override { return TimePoint(Duration(microseconds_.load())); }
  void Advance(Duration by) { microseconds_ += by.count(); }

 private:
  std::atomic<Duration::rep> microseconds_;
};

// Seconds since 1970 as the wire shows them, with the fraction.
inline double EpochSeconds(TimePoint time) {
  return std::chrono::duration<double>(time.time_since_epoch()).count();
}

}  // namespace trestle
