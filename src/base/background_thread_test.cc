#include "base/background_thread.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

namespace trestle {
namespace {

using std::chrono::milliseconds;

bool ComesTrue(const std::function<bool()>& condition) {
  for (int i = 0; i < 5000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(milliseconds(1));
  }
  return false;
}

TEST(BackgroundThreadTest, TakesNoTurnBeforeTheFirstWake) {
  std::atomic<int> turns = 0;
  BackgroundThread thread([&]() -> BackgroundThread::Rest {
    ++turns;
    return std::nullopt;
  });
  EXPECT_EQ(turns, 0);
  thread.Wake();
  EXPECT_TRUE(ComesTrue([&] { return turns > 0; }));
}

TEST(BackgroundThreadTest, TakesATurnForAWakeThatComesDuringOne) {
  std::atomic<int> turns = 0;
  std::atomic<bool> go_on = false;
  BackgroundThread thread([&]() -> BackgroundThread::Rest {
    if (++turns == 1) ComesTrue([&] { return go_on.load(); });
    return std::nullopt;
  });
  thread.Wake();
  EXPECT_TRUE(ComesTrue([&] { return turns == 1; }));
  thread.Wake();
  go_on = true;
  EXPECT_TRUE(ComesTrue([&] { return turns >= 2; }));
}

TEST(BackgroundThreadTest, GoesOnAfterTheRestItAskedFor) {
  std::atomic<int> turns = 0;
  BackgroundThread thread([&]() -> BackgroundThread::Rest {
    ++turns;
    return milliseconds(1);
  });
  thread.Wake();
  EXPECT_TRUE(ComesTrue([&] { return turns >= 3; }));
}

TEST(BackgroundThreadTest, StopEndsALongRestAndALaterWakeDoesNothing) {
  std::atomic<int> turns = 0;
  BackgroundThread thread([&]() -> BackgroundThread::Rest {
    ++turns;
    return std::chrono::hours(1);
  });
  thread.Wake();
  EXPECT_TRUE(ComesTrue([&] { return turns > 0; }));
  thread.Stop();
  EXPECT_TRUE(thread.IsStopping());
  const int before = turns;
  thread.Wake();
  std::this_thread::sleep_for(milliseconds(5));
  EXPECT_EQ(turns, before);
}

}  // namespace
}  // namespace trestle
