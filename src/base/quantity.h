#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace trestle {

// No figure is larger: what is computed from several then stays a number that can be shown.
inline constexpr double kMostOfAFigure = 1e15;

// "20/s", "5/min", "100/h", "1000/day": requests a second.
std::optional<double> ParseRate(std::string_view text);
// "400 B", "1.5 KB", "2 MB", "1 GB": bytes; a KB is 1024 of them.
std::optional<double> ParseSize(std::string_view text);
// "90s", "24h", "35d", in whole seconds.
std::optional<std::chrono::seconds> ParseSpan(std::string_view text);

}  // namespace trestle
