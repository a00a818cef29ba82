#include "load/time.h"

#include <gtest/gtest.h>

namespace trestle::load {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(DurationTest, ReadsEveryUnit) {
  EXPECT_EQ(*ParseDuration("500ms"), milliseconds(500));
  EXPECT_EQ(*ParseDuration("10s"), seconds(10));
  EXPECT_EQ(*ParseDuration("1.5m"), seconds(90));
  EXPECT_EQ(*ParseDuration("2h"), seconds(7200));
  EXPECT_EQ(*ParseDuration("3"), seconds(3));
  EXPECT_EQ(*ParseDuration("0s"), seconds(0));
}

TEST(DurationTest, RefusesWhatIsNoDuration) {
  for (const std::string_view text :
       {"", "s", "-1s", "10 s", "10sec", "1e3s", "nan", "inf", "10d", "99999h", "10s "}) {
    EXPECT_FALSE(ParseDuration(text)) << text;
  }
}

TEST(DurationTest, NamesTheMistake) {
  EXPECT_EQ(ParseDuration("10x").error().message,
            "'10x' is not a duration: write 500ms, 10s, 2m or 1h");
}

}  // namespace
}  // namespace trestle::load
