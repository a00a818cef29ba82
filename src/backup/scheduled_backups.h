#pragma once

#include "backup/backups.h"
#include "backup/schedule.h"

namespace trestle {

// Makes the backups that the schedule asks for by now, and remembers that it has. A
// time that passed while no server ran is made up for once; a schedule that is new begins with its
// next time.
Status MakeScheduledBackups(const BackupSchedule& schedule, Catalog& catalog, Backups& backups);

}  // namespace trestle
