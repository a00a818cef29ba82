#include "storage/process_load.h"

#include <gtest/gtest.h>

#include <thread>

namespace trestle {
namespace {

TEST(ProcessLoadTest, WhoSleepsUsesNoProcessor) {
  ProcessLoad load;
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_LT(load.SinceLastAsked(), 0.5);
}

TEST(ProcessLoadTest, CountsWhatWasUsedSinceItWasLastAsked) {
  ProcessLoad load;
  const std::clock_t enough = std::clock() + CLOCKS_PER_SEC / 20;
  while (std::clock() < enough) {
  }
  EXPECT_GT(load.SinceLastAsked(), 0.0);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_LT(load.SinceLastAsked(), 0.5);
}

}  // namespace
}  // namespace trestle
