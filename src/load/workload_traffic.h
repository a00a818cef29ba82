#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>

#include "load/mix.h"
#include "load/random.h"
#include "load/request_bodies.h"
#include "load/tally.h"
#include "load/traffic.h"

namespace trestle::load {

// Written by one thread while another reads it, for the progress line.
struct alignas(64) LiveCounts {
  std::atomic<std::uint64_t> succeeded = 0;
  std::atomic<std::uint64_t> failed = 0;
  std::atomic<std::uint64_t> latency_sum = 0;  // nanoseconds
};

// Draws the requests of a mix and tallies their answers. The same seed draws the same requests.
class WorkloadTraffic final : public Traffic {
 public:
  struct Options {
    Mix mix;
    std::uint64_t seed = 0;
  };
  // `live` outlives the traffic.
  WorkloadTraffic(const Options& options, RequestBodies bodies, LiveCounts& live);

  bool Next(Outgoing& request) override;
  void Answered(const Answer& answer) override;

  // Requests due from now on are tallied; those before it were to warm up.
  void BeginMeasuring(Instant begin) { measured_from_ = begin; }
  const Tallies& tallies() const { return *tallies_; }

 private:
  Workload Choose();
  void WriteBody(Workload workload, std::uint64_t fresh, std::string& out);

  Options options_;
  RequestBodies bodies_;
  LiveCounts& live_;
  Random random_;
  std::uint64_t next_fresh_ = 0;
  std::deque<std::uint64_t> deletable_;  // fresh items that are known to be there
  Instant measured_from_ = Instant::max();
  std::unique_ptr<Tallies> tallies_;  // half a megabyte
};

}  // namespace trestle::load
