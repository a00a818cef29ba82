#include "backup/scheduled_backups.h"

#include <memory>
#include <optional>

#include "backup/backup_records.h"

namespace trestle {

Status MakeScheduledBackups(const ScheduledPlan& plan, Catalog& catalog, Backups& backups) {
  const BackupSchedule& schedule = plan.schedule;
  Store& store = catalog.store();
  const TimePoint now = catalog.clock().Now();
  const TimePoint due = schedule.LastDue(now);
  TRESTLE_TRY(const std::optional<TimePoint> last,
              backup_records::ReadLastScheduled(plan.name, store));
  if (last && due <= *last) return {};
  if (last) {
    TRESTLE_RETURN_IF_ERROR(backups.CreateOfTables({.name = ScheduledBackupName(due),
                                                    .type = BackupType::kSystem,
                                                    .expires = now + schedule.keep},
                                                   schedule.tables));
  }
  const std::unique_ptr<WriteBatch> batch = store.NewBatch();
  backup_records::PutLastScheduled(plan.name, due, *batch);
  TRESTLE_RETURN_IF_ERROR(store.Commit(*batch));
  return {};
}

}  // namespace trestle
