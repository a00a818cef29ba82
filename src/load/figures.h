#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "load/time.h"

// Figures as people read them.
namespace trestle::load {

std::string Grouped(std::uint64_t number);       // 1,234,567
std::string GroupedRate(double rate);            // 48,210; below 100 with a decimal, 12.5
std::string LatencyText(Nanoseconds latency);    // 87 µs, 1.32 ms, 12.4 s
std::string DurationText(Nanoseconds duration);  // 10 s, 1.5 s
std::string BytesText(double bytes);             // 12.3 MB
std::string RatioText(double ratio);             // 0.24x, 12.3x

// How many columns a UTF-8 text takes, its characters being one wide.
std::size_t WidthOf(std::string_view text);
// `share` (0 to 1) of `width` columns, filled to an eighth of one; anything above 0 can be seen.
std::string Bar(double share, std::size_t width);

}  // namespace trestle::load
