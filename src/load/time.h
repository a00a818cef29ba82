#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace trestle::load {

// Durations are measured by the clock that nobody sets, in its nanoseconds.
using SteadyClock = std::chrono::steady_clock;
using Instant = SteadyClock::time_point;
using Nanoseconds = std::chrono::nanoseconds;

// "500ms", "10s", "1.5m", "1h"; a bare number counts seconds.
Result<Nanoseconds> ParseDuration(std::string_view text);

inline double Seconds(Nanoseconds duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace trestle::load
