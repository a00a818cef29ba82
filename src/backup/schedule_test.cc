#include "backup/schedule.h"

#include <gtest/gtest.h>

#include <chrono>

namespace trestle {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr TimePoint At(Duration since_1970) { return TimePoint(since_1970); }

TEST(BackupScheduleTest, ReadsWhenAndHowLong) {
  const BackupSchedule daily = *BackupSchedule::Parse("daily@02:30 keep=7d");
  EXPECT_EQ(daily,
            (BackupSchedule{.every = hours(24), .offset = minutes(150), .keep = hours(168)}));
  const BackupSchedule often = *BackupSchedule::Parse("  keep=36h  every=90m ");
  EXPECT_EQ(often,
            (BackupSchedule{.every = minutes(90), .offset = Duration(0), .keep = hours(36)}));
  EXPECT_EQ(BackupSchedule::Parse("daily")->keep, hours(35 * 24));
  EXPECT_EQ(BackupSchedule::Parse("tables=orders,users daily")->tables,
            (std::vector<std::string>{"orders", "users"}));
}

TEST(BackupScheduleTest, RefusesWhatItDoesNotUnderstand) {
  for (const char* text : {"", "keep=7d", "weekly", "daily@2:00", "daily@24:00", "daily@02:60",
                           "every=6", "every=0h", "every=-1h", "every=59s", "daily keep=",
                           "daily x", "daily tables=", "daily tables=a,,b", "tables=a"}) {
    EXPECT_FALSE(BackupSchedule::Parse(text)) << text;
  }
}

TEST(BackupScheduleTest, KnowsTheLastOfItsTimes) {
  const BackupSchedule daily = *BackupSchedule::Parse("daily@02:00");
  EXPECT_EQ(daily.LastDue(At(hours(26))), At(hours(26)));
  EXPECT_EQ(daily.LastDue(At(hours(26) - Duration(1))), At(hours(2)));
  EXPECT_EQ(daily.LastDue(At(hours(49))), At(hours(26)));
  const BackupSchedule often = *BackupSchedule::Parse("every=6h");
  EXPECT_EQ(often.LastDue(At(hours(13))), At(hours(12)));
}

TEST(BackupScheduleTest, NamesBackupsByTheirTime) {
  EXPECT_EQ(ScheduledBackupName(At(hours(26))), "scheduled-19700102T020000Z");
}

}  // namespace
}  // namespace trestle
