#pragma once

#include <optional>
#include <vector>

#include "backup/scheduled_backups.h"
#include "binding/bindings.h"

namespace trestle {

// The backups that bound models plan for their tables. Those that the operator's own schedule backs
// up are left to it.
std::vector<ScheduledPlan> PlannedBackups(const Bindings& bindings,
                                          const std::optional<BackupSchedule>& own);

}  // namespace trestle
