#include "table/change_signal.h"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <thread>

namespace trestle {
namespace {

constexpr std::chrono::milliseconds kNow{0};

TEST(ChangeSignalTest, NobodyWhoWatchesHasNothingToDo) {
  EXPECT_TRUE(ChangeSignal().WaitUntilHandled(kNow));
}

TEST(ChangeSignalTest, WhoHasJustBegunHasHandledNothing) {
  ChangeSignal signal;
  ChangeSignal::Watch watch(signal);
  EXPECT_FALSE(signal.WaitUntilHandled(kNow));
  watch.Handled(watch.count());
  EXPECT_TRUE(signal.WaitUntilHandled(kNow));
}

TEST(ChangeSignalTest, AChangeDuringTheHandlingIsStillToBeHandled) {
  ChangeSignal signal;
  ChangeSignal::Watch watch(signal);
  const std::uint64_t seen = watch.count();
  signal.Raise();
  watch.Handled(seen);
  EXPECT_FALSE(signal.WaitUntilHandled(kNow));
  watch.Handled(watch.count());
  EXPECT_TRUE(signal.WaitUntilHandled(kNow));
}

TEST(ChangeSignalTest, WhoeverGoesOnWritingIsNotWaitedFor) {
  ChangeSignal signal;
  ChangeSignal::Watch watch(signal);
  std::atomic<bool> done = false;
  std::thread follower([&] {
    while (!done) {
      const std::uint64_t seen = watch.count();
      signal.Raise();
      watch.Handled(seen);
    }
  });
  EXPECT_TRUE(signal.WaitUntilHandled(std::chrono::minutes(1)));
  done = true;
  follower.join();
}

TEST(ChangeSignalTest, EverybodyWhoWatchesIsWaitedForUntilTheyLeave) {
  ChangeSignal signal;
  ChangeSignal::Watch first(signal);
  std::optional<ChangeSignal::Watch> second(std::in_place, signal);
  first.Handled(first.count());
  EXPECT_FALSE(signal.WaitUntilHandled(kNow));
  second.reset();
  EXPECT_TRUE(signal.WaitUntilHandled(kNow));
}

}  // namespace
}  // namespace trestle
