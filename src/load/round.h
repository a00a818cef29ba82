#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "base/result.h"
#include "load/mix.h"
#include "load/run.h"
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
struct RoundResult : RunFigures {
  std::unique_ptr<Tallies> tallies = std::make_unique<Tallies>();
};

// Loads `target` for the warm-up and the measured time and waits for the last answers. Calls
// `progress` once a second, on the caller's thread.
Result<RoundResult> RunRound(const Target& target, const RoundOptions& options,
                             const RoundProgress& progress, const std::atomic<bool>& stop);

}  // namespace trestle::load
