#pragma once

#include <atomic>
#include <cstdint>

#include "load/traffic.h"

namespace trestle::load {

// Written by one thread while another reads it, for the progress line.
struct alignas(64) LiveCounts {
  std::atomic<std::uint64_t> succeeded = 0;
  std::atomic<std::uint64_t> failed = 0;
  std::atomic<std::uint64_t> latency_sum = 0;  // nanoseconds
};

// Traffic whose answers are counted: all of them for those who watch, those of the measured time
// for the report.
class MeasuredTraffic : public Traffic {
 public:
  // Requests due from now on are tallied; those before it were to warm up.
  void BeginMeasuring(Instant begin) { measured_from_ = begin; }
  const LiveCounts& live() const { return live_; }

 protected:
  // Counts an answer; whether it is one to tally.
  bool Count(const Answer& answer, bool succeeded) {
    Increase(succeeded ? live_.succeeded : live_.failed, 1);
    if (succeeded) {
      Increase(live_.latency_sum,
               static_cast<std::uint64_t>((answer.received - answer.due).count()));
    }
    return answer.due >= measured_from_;
  }

 private:
  // Only the traffic's thread writes, so no atomic addition is needed.
  static void Increase(std::atomic<std::uint64_t>& count, std::uint64_t by) {
    count.store(count.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
  }

  LiveCounts live_;
  Instant measured_from_ = Instant::max();
};

}  // namespace trestle::load
