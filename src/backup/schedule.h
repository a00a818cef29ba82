#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace trestle {

// When backups are made without being asked for, and how long they are kept. All times are UTC.
struct BackupSchedule {
  Duration every = std::chrono::hours(24);
  Duration offset{0};  // of one of the times from 1970-01-01T00:00Z
  Duration keep = std::chrono::hours(35 * 24);
  std::vector<std::string> tables;  // by name; none: all

  // "daily", "daily@02:00" or "every=6h", "keep=35d" and "tables=orders,users", in any order, with
  // spaces between.
  // Durations are as in base/time_text.h, and a minute at least.
  static Result<BackupSchedule> Parse(std::string_view text);

  // The last of its times that is not after `now`.
  TimePoint LastDue(TimePoint now) const;
  friend bool operator==(const BackupSchedule&, const BackupSchedule&) = default;
};

// What backups of a time on the schedule are called: scheduled-20261115T020000Z.
std::string ScheduledBackupName(TimePoint due);

}  // namespace trestle
