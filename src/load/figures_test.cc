#include "load/figures.h"

#include <gtest/gtest.h>

namespace trestle::load {
namespace {

TEST(FiguresTest, GroupsThousands) {
  EXPECT_EQ(Grouped(0), "0");
  EXPECT_EQ(Grouped(999), "999");
  EXPECT_EQ(Grouped(1000), "1,000");
  EXPECT_EQ(Grouped(1234567), "1,234,567");
  EXPECT_EQ(GroupedRate(48210.4), "48,210");
  EXPECT_EQ(GroupedRate(12.54), "12.5");
}

TEST(FiguresTest, WritesLatenciesInTheUnitThatFits) {
  EXPECT_EQ(LatencyText(Nanoseconds(870)), "0.87 µs");
  EXPECT_EQ(LatencyText(Nanoseconds(87'000)), "87.0 µs");
  EXPECT_EQ(LatencyText(Nanoseconds(999'900)), "1.00 ms");
  EXPECT_EQ(LatencyText(Nanoseconds(1'320'000)), "1.32 ms");
  EXPECT_EQ(LatencyText(Nanoseconds(12'400'000'000)), "12.4 s");
}

TEST(FiguresTest, WritesSizesDurationsAndRatios) {
  EXPECT_EQ(BytesText(12'345'678), "12.3 MB");
  EXPECT_EQ(BytesText(500), "0.50 kB");
  EXPECT_EQ(DurationText(std::chrono::milliseconds(1500)), "1.5 s");
  EXPECT_EQ(DurationText(std::chrono::seconds(10)), "10 s");
  EXPECT_EQ(RatioText(0.236), "0.24x");
}

TEST(FiguresTest, CountsCharactersNotBytes) { EXPECT_EQ(WidthOf("87 µs █"), 7u); }

TEST(FiguresTest, DrawsBarsOfEighths) {
  EXPECT_EQ(Bar(0, 8), "");
  EXPECT_EQ(Bar(0.0001, 8), "▏");
  EXPECT_EQ(Bar(0.5, 3), "█▌");
  EXPECT_EQ(Bar(1, 3), "███");
}

}  // namespace
}  // namespace trestle::load
