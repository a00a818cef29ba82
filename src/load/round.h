#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/result.h"
#include "load/mix.h"
#include "load/skew.h"
#include "load/tally.h"
#include "load/target.h"
#include "load/time.h"

namespace trestle::load {

struct RoundOptions {
  Mix mix;
  TableContents contents;
  Skew skew;
  std::size_t connections = 64;
  std::size_t threads = 1;
  double rate = 0;  // requests a second; 0: as many as the connections carry
  Nanoseconds warm_up{};
  Nanoseconds duration{};
  std::uint64_t seed = 1;
  std::uint64_t number = 0;  // of the round: fresh items of each have keys of their own
};

// What one endpoint did in one round.
struct RoundResult {
  double seconds = 0;  // measured; shorter than asked for if the run was interrupted
  std::unique_ptr<Tallies> tallies = std::make_unique<Tallies>();
  std::vector<std::uint64_t> per_second;  // answers in each second of the measured time
  std::uint64_t unsent = 0;               // due at the rate, never sent
  double generator_seconds = 0;           // processor time of the generator's threads
};

// A moment of a running round, for the progress line.
struct RoundMoment {
  bool warming_up = false;
  Nanoseconds elapsed{};  // of the warm-up, or of the measured time
  Nanoseconds duration{};
  double requests_per_second = 0;  // since the last moment
  Nanoseconds mean_latency{};
  std::uint64_t failed = 0;  // since the round began
};
using RoundProgress = std::function<void(const RoundMoment&)>;

// Loads `target` for the warm-up and the measured time and waits for the last answers. Calls
// `progress` once a second, on the caller's thread.
Result<RoundResult> RunRound(const Target& target, const RoundOptions& options,
                             const RoundProgress& progress, const std::atomic<bool>& stop);

}  // namespace trestle::load
