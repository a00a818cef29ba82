#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"

// Instants and durations as people write them. What cannot be read is nothing; the caller says so
// in its own words.
namespace trestle {

// Numbers with units from large to small or in any order: "500ms", "49h", "1d12h". The units are
// d, h, m, s, ms and us. Nothing over a thousand years.
std::optional<Duration> ParseDuration(std::string_view text);

// "2026-11-15", "2026-11-15T18:20:00Z" with a fraction or an offset ("+02:00") if there is one, or
// seconds since 1970, also with a fraction. From 1970 to 9999.
std::optional<TimePoint> ParseInstant(std::string_view text);
// "2026-11-15T18:20:00Z"; a fraction has three or six digits.
std::string FormatInstant(TimePoint time);

inline constexpr TimePoint kLastInstant =
    std::chrono::sys_days(std::chrono::year(9999) / 12 / 31) + std::chrono::hours(24) - Duration(1);

}  // namespace trestle
