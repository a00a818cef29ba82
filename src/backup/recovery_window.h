#pragma once

#include <algorithm>
#include <chrono>

#include "base/clock.h"
#include "table/definition.h"

namespace trestle {

// The earliest state that can be restored. The latest is the present one.
inline TimePoint EarliestRestorable(const RecoveryDefinition& recovery, TimePoint now) {
  return std::max(recovery.since, now - std::chrono::hours(24 * recovery.days));
}

// Times are shown in milliseconds, so that is how exactly the bounds are taken.
inline bool IsRestorable(TimePoint time, const RecoveryDefinition& recovery, TimePoint now) {
  using std::chrono::floor;
  using std::chrono::milliseconds;
  return floor<milliseconds>(EarliestRestorable(recovery, now)) <= time &&
         floor<milliseconds>(time) <= now;
}

// How much longer history is kept, so that a restore that was just allowed finds all it needs.
inline constexpr Duration kTrimMargin = std::chrono::minutes(10);

}  // namespace trestle
