#include "base/clock.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

TEST(ManualClockTest, StandsStillUntilItIsMoved) {
  const TimePoint start{hours(24)};
  ManualClock clock(start);
  EXPECT_EQ(clock.Now(), start);
  EXPECT_EQ(clock.Now(), start);
  clock.Advance(hours(49));
  EXPECT_EQ(clock.Now(), start + hours(49));
}

TEST(ClockTest, EpochSecondsKeepTheFraction) {
  EXPECT_DOUBLE_EQ(EpochSeconds(TimePoint{milliseconds(1500)}), 1.5);
}

}  // namespace
}  // namespace trestle
