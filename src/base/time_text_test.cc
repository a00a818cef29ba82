#include "base/time_text.h"

#include <gtest/gtest.h>

#include <chrono>

namespace trestle {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

TimePoint At(std::int64_t epoch_seconds, Duration more = Duration(0)) {
  return TimePoint(seconds(epoch_seconds)) + more;
}

TEST(TimeTextTest, ReadsDurations) {
  EXPECT_EQ(ParseDuration("500ms"), milliseconds(500));
  EXPECT_EQ(ParseDuration("7us"), Duration(7));
  EXPECT_EQ(ParseDuration("30s"), seconds(30));
  EXPECT_EQ(ParseDuration("15m"), minutes(15));
  EXPECT_EQ(ParseDuration("49h"), hours(49));
  EXPECT_EQ(ParseDuration("35d"), hours(35 * 24));
  EXPECT_EQ(ParseDuration("1d12h"), hours(36));
  EXPECT_EQ(ParseDuration("1m1ms"), minutes(1) + milliseconds(1));
  EXPECT_EQ(ParseDuration("0s"), Duration(0));
}

TEST(TimeTextTest, RefusesWhatIsNoDuration) {
  for (const char* text : {"", "5", "h", "-5h", "5 h", "1.5h", "5x", "1h5", "9999999999999999s",
                           "999999999999999d", "365251d", "365250d1us"}) {
    EXPECT_EQ(ParseDuration(text), std::nullopt) << text;
  }
}

TEST(TimeTextTest, ReadsInstants) {
  EXPECT_EQ(ParseInstant("2026-11-15T18:20:00Z"), At(1794766800));
  EXPECT_EQ(ParseInstant("2026-11-15T18:20:00.25Z"), At(1794766800, milliseconds(250)));
  EXPECT_EQ(ParseInstant("2026-11-15T20:20:00+02:00"), At(1794766800));
  EXPECT_EQ(ParseInstant("2026-11-15T13:50:00-04:30"), At(1794766800));
  EXPECT_EQ(ParseInstant("2026-11-15"), At(1794700800));
  EXPECT_EQ(ParseInstant("1794766800"), At(1794766800));
  EXPECT_EQ(ParseInstant("1794766800.000001999"), At(1794766800, Duration(1)));
  EXPECT_EQ(ParseInstant("9999-12-31T23:59:59.999999Z"), kLastInstant);
}

TEST(TimeTextTest, RefusesWhatIsNoInstant) {
  for (const char* text :
       {"", "now", "2026-11-15T18:20:00", "2026-02-29", "2026-13-01", "2026-11-15T24:00:00Z",
        "2026-11-15T18:60:00Z", "2026-11-15T18:20Z", "2026-11-15T18:20:00.Z", "2026-1-15",
        "2026-11-15T18:20:00Z ", "2026-11-15T18:20:00+2:00", "1969-12-31",
        "1970-01-01T00:00:00+01:00", "-1", "1794766800.", "253402300800", "999999999999999"}) {
    EXPECT_EQ(ParseInstant(text), std::nullopt) << text;
  }
}

TEST(TimeTextTest, WritesInstantsThatItReads) {
  EXPECT_EQ(FormatInstant(At(1794766800)), "2026-11-15T18:20:00Z");
  EXPECT_EQ(FormatInstant(At(1794766800, milliseconds(25))), "2026-11-15T18:20:00.025Z");
  EXPECT_EQ(FormatInstant(At(1794766800, Duration(25))), "2026-11-15T18:20:00.000025Z");
  EXPECT_EQ(FormatInstant(TimePoint()), "1970-01-01T00:00:00Z");
  EXPECT_EQ(FormatInstant(kLastInstant), "9999-12-31T23:59:59.999999Z");
  for (const TimePoint time : {TimePoint(), At(951782400), At(1794766800, Duration(123456))}) {
    EXPECT_EQ(ParseInstant(FormatInstant(time)), time);
  }
}

}  // namespace
}  // namespace trestle
