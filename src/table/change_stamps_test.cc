#include "table/change_stamps.h"

#include "table/table_testing.h"

namespace trestle {
namespace {

class ChangeStampsTest : public ::testing::Test {
 protected:
  std::unique_ptr<ChangeStamps> Open() { return *ChangeStamps::Open(*store_, clock_); }

  std::unique_ptr<Store> store_ = *OpenStore({.in_memory = true});
  ManualClock clock_{TimePoint(std::chrono::hours(500'000))};
};

TEST_F(ChangeStampsTest, NumbersAreNotGivenAgainAfterARestart) {
  const auto before = Open();
  ChangeStamps::InFlight in_flight;
  const ChangeStamp first = *before->Take(3, in_flight);
  EXPECT_EQ(before->Take(1, in_flight)->number, first.number + 3);
  const auto after = Open();
  ChangeStamps::InFlight later;
  EXPECT_GT(after->Take(1, later)->number, first.number + 3);
}

TEST_F(ChangeStampsTest, WhatIsInFlightHoldsBackTheLaterOnes) {
  const auto stamps = Open();
  ChangeStamps::InFlight slow;
  const std::uint64_t first = stamps->Take(1, slow)->number;
  {
    ChangeStamps::InFlight quick;
    EXPECT_GT(stamps->Take(1, quick)->number, first);
  }
  EXPECT_EQ(stamps->FirstInFlight(), first);
  slow.Land();
  EXPECT_EQ(stamps->FirstInFlight(), first + 2);
}

TEST_F(ChangeStampsTest, TimeNeverGoesBack) {
  const auto stamps = Open();
  ChangeStamps::InFlight in_flight;
  const TimePoint later = clock_.Now() + std::chrono::seconds(5);
  stamps->NotBefore(later);
  EXPECT_EQ(stamps->Take(1, in_flight)->time, later);
  clock_.Advance(std::chrono::seconds(9));
  EXPECT_EQ(stamps->Take(1, in_flight)->time, clock_.Now());
}

}  // namespace
}  // namespace trestle
