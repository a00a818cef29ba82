#include "cli/progress.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

using std::chrono::seconds;

TEST(ProgressTest, TellsShareSpeedAndTheTimeLeft) {
  const std::string text = WorkText(
      "importing",
      {.total = 1000, .done_before = 0, .done = 250, .items = 2500, .elapsed = seconds(10)});
  EXPECT_NE(text.find("25%  2,500 items  250/s  31 s left"), std::string::npos) << text;
}

TEST(ProgressTest, AnEarlierRunCountsForTheBarButNotForTheSpeed) {
  const std::string text = WorkText(
      "importing",
      {.total = 1000, .done_before = 500, .done = 250, .items = 250, .elapsed = seconds(10)});
  EXPECT_NE(text.find("75%  250 items  25.0/s  11 s left"), std::string::npos) << text;
}

TEST(ProgressTest, SaysNothingOfWhatNobodyKnows) {
  EXPECT_EQ(WorkText("copying", {.items = 3, .elapsed = {}}), "copying  3 items");
}

TEST(ProgressTest, SpansAreReadable) {
  EXPECT_EQ(SpanText(seconds(59)), "59 s");
  EXPECT_EQ(SpanText(seconds(200)), "3 min 20 s");
  EXPECT_EQ(SpanText(seconds(7500)), "2 h 5 min");
}

}  // namespace
}  // namespace trestle
