#include "capacity/on_demand_peak.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr TimePoint kStart{seconds(1'800'000'000)};

TEST(OnDemandPeakTest, DoublesAPeakAfterHalfAnHour) {
  OnDemandPeak peak(4000, kStart);
  peak.Add(3000, kStart + seconds(5));
  EXPECT_EQ(peak.Limit(kStart + minutes(29)), 4000);
  EXPECT_EQ(peak.Limit(kStart + minutes(30)), 6000);
}

TEST(OnDemandPeakTest, APeakIsWhatOneSecondTook) {
  OnDemandPeak peak(4000, kStart);
  for (int second = 0; second < 60; ++second) {
    peak.Add(1500, kStart + seconds(second));
    peak.Add(1500, kStart + seconds(second) + std::chrono::milliseconds(900));
  }
  EXPECT_EQ(peak.Limit(kStart + minutes(30)), 6000);
}

TEST(OnDemandPeakTest, IsNeverForgotten) {
  OnDemandPeak peak(4000, kStart);
  peak.Add(3000, kStart);
  EXPECT_EQ(peak.Limit(kStart + minutes(31)), 6000);
  peak.Add(1, kStart + minutes(40));
  EXPECT_EQ(peak.Limit(kStart + minutes(500)), 6000);
}

TEST(OnDemandPeakTest, DoublesAgainAfterTheNextHalfHour) {
  OnDemandPeak peak(4000, kStart);
  peak.Add(4000, kStart);
  EXPECT_EQ(peak.Limit(kStart + minutes(30)), 8000);
  peak.Add(8000, kStart + minutes(31));
  EXPECT_EQ(peak.Limit(kStart + minutes(32)), 8000);
  EXPECT_EQ(peak.Limit(kStart + minutes(60)), 16000);
}

}  // namespace
}  // namespace trestle
