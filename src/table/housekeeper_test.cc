#include "table/housekeeper.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace trestle {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

class HousekeeperTest : public ::testing::Test {
 protected:
  // A chore that counts how often it was done.
  Chore Counting(Duration every, std::atomic<int>& runs) {
    return {.name = "counting", .every = every, .run = [&runs] {
              ++runs;
              return Status();
            }};
  }
  bool Reaches(const std::atomic<int>& runs, int wanted) {
    for (int i = 0; i < 5000 && runs < wanted; ++i) {
      std::this_thread::sleep_for(milliseconds(1));
    }
    return runs >= wanted;
  }

  ManualClock clock_{TimePoint(hours(500'000))};
  std::atomic<int> runs_ = 0;
};

TEST_F(HousekeeperTest, DoesAChoreAsSoonAsItIsAdded) {
  Housekeeper housekeeper(clock_);
  housekeeper.Add(Counting(hours(1), runs_));
  EXPECT_TRUE(Reaches(runs_, 1));
}

TEST_F(HousekeeperTest, RunDueReturnsWhenEveryChoreHasRun) {
  Housekeeper housekeeper(clock_);
  EXPECT_TRUE(housekeeper.RunDue().has_value());  // without chores there is nothing to wait for
  std::atomic<int> others = 0;
  housekeeper.Add(Counting(hours(1), runs_));
  housekeeper.Add(Counting(hours(1000), others));
  for (int i = 1; i <= 3; ++i) {
    ASSERT_TRUE(housekeeper.RunDue().has_value());
    EXPECT_GE(runs_, i);
    EXPECT_GE(others, i);
  }
}

TEST_F(HousekeeperTest, RepeatsAChoreWhenItsTimeHasPassedByTheClock) {
  Housekeeper housekeeper(clock_);
  housekeeper.Add(Counting(milliseconds(2), runs_));
  ASSERT_TRUE(Reaches(runs_, 1));
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(runs_, 1);  // the clock stands still
  clock_.Advance(milliseconds(2));
  EXPECT_TRUE(Reaches(runs_, 2));
}

TEST_F(HousekeeperTest, AFailureIsToldAndTheChoreIsTriedAgain) {
  Housekeeper housekeeper(clock_);
  housekeeper.Add({.name = "trying", .every = hours(1), .run = [&]() -> Status {
                     if (++runs_ <= 1) return Fail(ErrorCode::kStorageUnavailable, "no disk");
                     return {};
                   }});
  ASSERT_TRUE(Reaches(runs_, 1));
  EXPECT_TRUE(housekeeper.RunDue().has_value());
  EXPECT_GE(runs_, 2);
}

TEST_F(HousekeeperTest, StopWaitsForTheChoreAtWorkAndEndsRunDue) {
  Housekeeper housekeeper(clock_);
  std::atomic<bool> ended = false;
  housekeeper.Add({.name = "long", .every = hours(1), .run = [&] {
                     ++runs_;
                     while (!housekeeper.IsStopping()) std::this_thread::yield();
                     ended = true;
                     return Status();
                   }});
  ASSERT_TRUE(Reaches(runs_, 1));
  std::thread waiting([&] { (void)housekeeper.RunDue(); });
  housekeeper.Stop();
  EXPECT_TRUE(ended);
  waiting.join();
}

TEST_F(HousekeeperTest, APauseEndsTheChoreUnderWayAndAllAreDueAfterIt) {
  Housekeeper housekeeper(clock_);
  std::atomic<bool> at_work = false;
  housekeeper.Add({.name = "waiting", .every = hours(1), .run = [&] {
                     at_work = true;
                     ++runs_;
                     while (runs_ == 1 && !housekeeper.IsStopping()) std::this_thread::yield();
                     at_work = false;
                     return Status();
                   }});
  ASSERT_TRUE(Reaches(runs_, 1));
  {
    const Housekeeper::Paused paused(housekeeper);
    EXPECT_FALSE(at_work);
    housekeeper.Wake();
    std::this_thread::sleep_for(milliseconds(5));
    EXPECT_EQ(runs_, 1);
  }
  EXPECT_TRUE(Reaches(runs_, 2));
}

}  // namespace
}  // namespace trestle
