#include "load/latency_chart.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "load/figures.h"
#include "load/text_table.h"

namespace trestle::load {
namespace {

constexpr std::size_t kBarWidth = 40;

struct Range {
  Nanoseconds high{};
  std::uint64_t count = 0;
};

Nanoseconds Middle(const Histogram::Bucket& bucket) { return (bucket.low + bucket.high) / 2; }

// Six ranges to a power of ten, from the first that has something to the last.
std::vector<Range> RangesOf(const Histogram& histogram) {
  constexpr std::array<std::int64_t, 6> kSteps = {10, 15, 20, 30, 50, 70};
  std::vector<Range> ranges;
  std::size_t bucket = 0;
  std::uint64_t seen = 0;
  for (std::int64_t power = 100; seen < histogram.count(); power *= 10) {
    for (const std::int64_t step : kSteps) {
      Range range = {.high = Nanoseconds(power * step / 10)};
      for (; bucket < Histogram::kBuckets && Middle(histogram.At(bucket)) < range.high; ++bucket) {
        range.count += histogram.At(bucket).count;
      }
      seen += range.count;
      if (seen > 0) ranges.push_back(range);
      if (seen == histogram.count()) break;
    }
  }
  return ranges;
}

// 1.5 ms, 20 µs: a bound is a round number.
std::string BoundText(Nanoseconds bound) {
  const auto nanoseconds = static_cast<double>(bound.count());
  char text[32];
  if (nanoseconds < 1e6) {
    std::snprintf(text, sizeof text, "%g µs", nanoseconds / 1e3);
  } else if (nanoseconds < 1e9) {
    std::snprintf(text, sizeof text, "%g ms", nanoseconds / 1e6);
  } else {
    std::snprintf(text, sizeof text, "%g s", nanoseconds / 1e9);
  }
  return text;
}

std::string ShareText(std::uint64_t count, std::uint64_t all) {
  char text[32];
  const double percent = 100 * static_cast<double>(count) / static_cast<double>(all);
  std::snprintf(text, sizeof text, percent > 0 && percent < 0.01 ? "%.4f %%" : "%.2f %%", percent);
  return text;
}

}  // namespace

std::string LatencyChart(const Histogram& histogram) {
  if (histogram.count() == 0) return {};
  const std::vector<Range> ranges = RangesOf(histogram);
  const auto tallest =
      std::max_element(ranges.begin(), ranges.end(),
                       [](const Range& a, const Range& b) { return a.count < b.count; });
  TextTable table(0);
  for (const Range& range : ranges) {
    std::string bar =
        Bar(static_cast<double>(range.count) / static_cast<double>(tallest->count), kBarWidth);
    bar.append(kBarWidth - WidthOf(bar), ' ');
    table.AddRow({"< " + BoundText(range.high), bar, ShareText(range.count, histogram.count())});
  }
  return table.ToString();
}

}  // namespace trestle::load
