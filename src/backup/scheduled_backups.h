#pragma once

#include <string>

#include "backup/backups.h"
#include "backup/schedule.h"

namespace trestle {

// Makes the backups that a schedule asks for by now, and remembers that it has. A time that passed
// while no server ran is made up for once; a schedule that is new begins with its next time. Each
// schedule is remembered by its `plan`.
struct ScheduledPlan {
  std::string name;  // empty: the operator's
  BackupSchedule schedule;
};
Status MakeScheduledBackups(const ScheduledPlan& plan, Catalog& catalog, Backups& backups);

}  // namespace trestle
