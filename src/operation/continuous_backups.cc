#include "operation/continuous_backups.h"

#include <algorithm>

#include "backup/recovery_window.h"
#include "operation/backup_messages.h"
#include "table/table_directory.h"

namespace trestle {
namespace {

constexpr std::int64_t kDefaultDays = 35;

Result<TablePtr> FindBackedUp(OperationContext& context, const std::string& name) {
  context.AnswerAfterLatest();
  TablePtr table = context.catalog.FindInAnyState(name);
  if (table == nullptr) return messages::BackupOfUnknownTable(TableNameOf(name));
  return table;
}

ContinuousBackupsDescription Describe(const TableDefinition& table, TimePoint now) {
  ContinuousBackupsDescription description;
  if (table.recovery) {
    description.recovery = {.days = table.recovery->days,
                            .earliest = EarliestRestorable(*table.recovery, now),
                            .latest = now};
  }
  return description;
}

// What a shorter time has forgotten, a longer one does not bring back.
void Enable(std::optional<std::int64_t> days, TimePoint now, TableDefinition& table) {
  if (!table.recovery) {
    table.recovery = RecoveryDefinition{.days = days.value_or(kDefaultDays), .since = now};
    return;
  }
  RecoveryDefinition& recovery = *table.recovery;
  recovery.since = EarliestRestorable(recovery, now);
  recovery.days = days.value_or(recovery.days);
  recovery.since = EarliestRestorable(recovery, now);
}

}  // namespace

Result<ContinuousBackupsDescription> DescribeContinuousBackups(OperationContext& context,
                                                               const std::string& table_name) {
  TRESTLE_TRY(const TablePtr table, FindBackedUp(context, table_name));
  return Describe(table->definition(), context.clock.Now());
}

Result<ContinuousBackupsDescription> UpdateContinuousBackups(
    OperationContext& context, const UpdateContinuousBackupsRequest& request) {
  TRESTLE_TRY(const TablePtr table, FindBackedUp(context, request.table_name));
  if (table->definition().status == TableStatus::kCreating) {
    return messages::BackupsNotYetEnabled(table->name());
  }
  const TimePoint now = context.clock.Now();
  const auto change = [&](TableDefinition& definition) {
    if (request.recovery_enabled) {
      Enable(request.days, now, definition);
    } else {
      definition.recovery.reset();
    }
    return Status();
  };
  const Result<TablePtr> changed =
      context.catalog.Update(request.table_name, change, Catalog::Effect::kAtOnce);
  context.AnswerAfterLatest();
  if (changed) return Describe((*changed)->definition(), now);
  if (changed.error().code == ErrorCode::kResourceInUse) {
    return messages::BackupsNotYetEnabled(table->name());
  }
  return tl::unexpected(changed.error());
}

}  // namespace trestle
