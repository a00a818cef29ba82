#include "base/time_slice.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/utsname.h>

#include <cstdio>
#include <thread>
#include <utility>

namespace trestle {
namespace {

timespec SliceOfThisThread() {
  timespec slice{};
  EXPECT_EQ(::sched_rr_get_interval(0, &slice), 0);
  return slice;
}

// On threads of their own, which end with what was set.
TEST(TimeSliceTest, PolicyAndNicenessStay) {
  std::thread([] {
    ASSERT_EQ(::setpriority(PRIO_PROCESS, 0, 7), 0);  // of the thread alone
    SetTimeSlice(std::chrono::milliseconds(20));
    EXPECT_EQ(::sched_getscheduler(0), SCHED_OTHER);
    EXPECT_EQ(::getpriority(PRIO_PROCESS, 0), 7);
  }).join();
}

TEST(TimeSliceTest, OtherPoliciesAreLeftAlone) {
  std::thread([] {
    const sched_param parameters{};
    ASSERT_EQ(::sched_setscheduler(0, SCHED_IDLE, &parameters), 0);
    const timespec before = SliceOfThisThread();
    SetTimeSlice(std::chrono::milliseconds(20));
    EXPECT_EQ(::sched_getscheduler(0), SCHED_IDLE);
    EXPECT_EQ(SliceOfThisThread().tv_nsec, before.tv_nsec);
  }).join();
}

bool TakesSlices() {
  utsname system{};
  int major = 0;
  int minor = 0;
  return ::uname(&system) == 0 && std::sscanf(system.release, "%d.%d", &major, &minor) == 2 &&
         std::pair(major, minor) >= std::pair(6, 12);
}

TEST(TimeSliceTest, TheSystemHearsOfTheSlice) {
  std::thread([] {
    const timespec before = SliceOfThisThread();
    SetTimeSlice(std::chrono::milliseconds(40));
    const auto milliseconds = SliceOfThisThread().tv_nsec / 1'000'000;  // in whole ticks
    EXPECT_NEAR(milliseconds, TakesSlices() ? 40 : before.tv_nsec / 1'000'000, 10);
  }).join();
}

}  // namespace
}  // namespace trestle
