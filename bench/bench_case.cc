#include "bench_case.h"

#include <valgrind/callgrind.h>

#include <limits>

namespace trestle::bench {
namespace {

std::vector<Case>& Cases() {
  static std::vector<Case> cases;
  return cases;
}

}  // namespace

Registered::Registered(std::string_view name, void (*run)(benchmark::State&), int counted_laps) {
  Cases().push_back({name, run, counted_laps});
}

const std::vector<Case>& AllCases() { return Cases(); }

Laps::Laps(benchmark::State& state)
    : state_(state),
      left_(counted_laps < 0 ? std::numeric_limits<std::int64_t>::max()
                             : counted_laps + kWarmLaps) {}

void Laps::StartCounting() { CALLGRIND_START_INSTRUMENTATION; }

void Laps::StopCounting() { CALLGRIND_STOP_INSTRUMENTATION; }

}  // namespace trestle::bench
