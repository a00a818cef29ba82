#include "cli/planned_backups.h"

#include <algorithm>
#include <chrono>
#include <string>

namespace trestle {
namespace {

constexpr Duration kOftenest = std::chrono::minutes(1);

bool BacksUp(const std::optional<BackupSchedule>& schedule, const std::string& table) {
  if (!schedule) return false;
  return schedule->tables.empty() ||
         std::ranges::find(schedule->tables, table) != schedule->tables.end();
}

}  // namespace

std::vector<ScheduledPlan> PlannedBackups(const Bindings& bindings,
                                          const std::optional<BackupSchedule>& own) {
  std::vector<ScheduledPlan> plans;
  for (const Bindings::BoundModel& bound : bindings.List()) {
    for (const model::Table& table : bound.model->tables) {
      if (!table.backups || BacksUp(own, table.name)) continue;
      plans.push_back({.name = table.name,
                       .schedule = {.every = std::max<Duration>(table.backups->every, kOftenest),
                                    .keep = table.backups->keep,
                                    .tables = {table.name}}});
    }
  }
  return plans;
}

}  // namespace trestle
