#include "base/moment.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

using std::chrono::hours;

TEST(MomentTest, IsTheTimeOfTheFirstQuestion) {
  const TimePoint start{hours(24)};
  ManualClock clock(start);
  Moment moment(clock);
  clock.Advance(hours(1));
  EXPECT_EQ(moment.Now(), start + hours(1));
  clock.Advance(hours(1));
  EXPECT_EQ(moment.Now(), start + hours(1));
}

TEST(MomentTest, MayBeKnownBefore) {
  const ManualClock clock(TimePoint{hours(24)});
  Moment moment(clock);
  moment.Set(TimePoint{hours(7)});
  EXPECT_EQ(moment.Now(), TimePoint{hours(7)});
}

}  // namespace
}  // namespace trestle
