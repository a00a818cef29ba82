#include "load/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace trestle::load {
namespace {

// Three digits that count: 1.23, 12.3, 123.
std::string ThreeDigits(double value) {
  char text[32];
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

}  // namespace

std::string Grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string GroupedRate(double rate) {
  if (rate >= 99.95) return Grouped(static_cast<std::uint64_t>(std::llround(rate)));
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", rate);
  return text;
}

std::string LatencyText(Nanoseconds latency) {
  const auto nanoseconds = static_cast<double>(latency.count());
  if (nanoseconds < 999.5e3) return ThreeDigits(nanoseconds / 1e3) + " µs";
  if (nanoseconds < 999.5e6) return ThreeDigits(nanoseconds / 1e6) + " ms";
  return ThreeDigits(nanoseconds / 1e9) + " s";
}

std::string DurationText(Nanoseconds duration) {
  char text[32];
  std::snprintf(text, sizeof text, "%.10g s", std::round(Seconds(duration) * 1000) / 1000);
  return text;
}

std::string BytesText(double bytes) {
  constexpr std::array<std::string_view, 4> kUnits = {" kB", " MB", " GB", " TB"};
  double scaled = bytes / 1000;
  std::size_t unit = 0;
  while (scaled >= 999.5 && unit + 1 < kUnits.size()) {
    scaled /= 1000;
    ++unit;
  }
  return ThreeDigits(scaled).append(kUnits[unit]);
}

std::string RatioText(double ratio) { return ThreeDigits(ratio) + "x"; }

std::size_t WidthOf(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

std::string Bar(double share, std::size_t width) {
  constexpr std::array<std::string_view, 8> kEighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const double exact = std::clamp(share, 0.0, 1.0) * static_cast<double>(width) * 8;
  auto eighths = static_cast<std::size_t>(std::llround(exact));
  if (share > 0) eighths = std::max<std::size_t>(eighths, 1);
  std::string bar;
  for (std::size_t i = 0; i < eighths / 8; ++i) bar.append("█");
  return bar.append(kEighths[eighths % 8]);
}

}  // namespace trestle::load
