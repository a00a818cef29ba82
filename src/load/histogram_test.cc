#include "load/histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "load/random.h"

namespace trestle::load {
namespace {

TEST(HistogramTest, IsEmptyAtFirst) {
  const Histogram histogram;
  EXPECT_EQ(histogram.count(), 0u);
  EXPECT_EQ(histogram.Percentile(0.99).count(), 0);
  EXPECT_EQ(histogram.Max().count(), 0);
}

TEST(HistogramTest, FindsPercentilesWithinOnePercent) {
  Random random(5);
  Histogram histogram;
  std::vector<std::int64_t> values;
  for (int i = 0; i < 200'000; ++i) {
    // From 100 ns to 100 s, evenly over the powers of ten.
    const auto value = static_cast<std::int64_t>(std::pow(10, 2 + 9 * random.Fraction()));
    values.push_back(value);
    histogram.Record(Nanoseconds(value));
  }
  std::sort(values.begin(), values.end());
  for (const double share : {0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 0.9999}) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * 200'000)) - 1;
    const auto exact = static_cast<double>(values[rank]);
    EXPECT_NEAR(static_cast<double>(histogram.Percentile(share).count()), exact, exact * 0.01);
  }
  EXPECT_EQ(histogram.Max().count(), values.back());
}

TEST(HistogramTest, KeepsSmallValuesExactly) {
  Histogram histogram;
  for (int i = 1; i <= 100; ++i) histogram.Record(Nanoseconds(i));
  EXPECT_EQ(histogram.Percentile(0.5).count(), 50);
  EXPECT_EQ(histogram.Percentile(0.99).count(), 99);
  EXPECT_EQ(histogram.Percentile(1).count(), 100);
  EXPECT_EQ(histogram.Mean().count(), 50);
}

TEST(HistogramTest, HasBucketsWithoutGaps) {
  const Histogram histogram;
  for (std::size_t i = 0; i + 1 < Histogram::kBuckets; ++i) {
    ASSERT_EQ(histogram.At(i).high, histogram.At(i + 1).low);
    ASSERT_LT(histogram.At(i).low, histogram.At(i).high);
  }
}

TEST(HistogramTest, PutsEveryValueInTheBucketThatHoldsIt) {
  for (std::int64_t value = 1; value < (std::int64_t{1} << 41); value = value * 9 / 8 + 1) {
    Histogram histogram;
    histogram.Record(Nanoseconds(value));
    for (std::size_t i = 0; i < Histogram::kBuckets; ++i) {
      const Histogram::Bucket bucket = histogram.At(i);
      const bool holds = bucket.low.count() <= value && value < bucket.high.count();
      ASSERT_EQ(bucket.count == 1, holds) << value;
    }
  }
}

TEST(HistogramTest, TakesValuesBeyondItsEnds) {
  Histogram histogram;
  histogram.Record(Nanoseconds(-5));
  histogram.Record(std::chrono::hours(5));
  EXPECT_EQ(histogram.count(), 2u);
  EXPECT_EQ(histogram.Percentile(0.5).count(), 0);
  EXPECT_EQ(histogram.Max(), std::chrono::hours(5));
}

TEST(HistogramTest, AddsUp) {
  Histogram one, other;
  one.Record(Nanoseconds(10));
  other.Record(Nanoseconds(30));
  other.Record(Nanoseconds(20));
  one.Add(other);
  EXPECT_EQ(one.count(), 3u);
  EXPECT_EQ(one.Percentile(0.5).count(), 20);
  EXPECT_EQ(one.Max().count(), 30);
}

}  // namespace
}  // namespace trestle::load
