#include "operation/restore_table.h"

#include "backup/backups.h"
#include "backup/recovery_window.h"
#include "operation/backup_admin.h"
#include "operation/backup_messages.h"
#include "operation/restored_definition.h"
#include "table/table_directory.h"

namespace trestle {
namespace {

Status CheckTarget(const OperationContext& context, const std::string& name) {
  const TablePtr table = context.catalog.FindInAnyState(name);
  if (table == nullptr) return {};
  switch (table->definition().status) {
    case TableStatus::kCreating:
      return messages::BackupOfTableInUse("created", name);
    case TableStatus::kDeleting:
      return messages::BackupOfTableInUse("deleted", name);
    case TableStatus::kUpdating:
    case TableStatus::kActive:
      break;
  }
  return messages::TableAlreadyExists(name);
}

Result<TableDescription> Answer(OperationContext& context, Result<TablePtr> table,
                                const std::string& target) {
  context.AnswerAfterLatest();
  if (table) return Describe(context, *std::move(table));
  // Somebody else was quicker.
  if (table.error().code == ErrorCode::kResourceInUse) return messages::TableAlreadyExists(target);
  return tl::unexpected(std::move(table).error());
}

Status CheckRequest(const RestoreTableToPointInTimeRequest& request) {
  const auto& name = request.source_table_name;
  const auto& arn = request.source_table_arn;
  if (!name && !arn) return messages::SourceTableMissing();
  if (name && arn && TableNameOf(*arn) != *name) return messages::SourceTablesDiffer();
  if (!request.use_latest_restorable_time && !request.restore_date_time) {
    return messages::RestoreTimeMissing();
  }
  if (request.use_latest_restorable_time && request.restore_date_time) {
    return messages::RestoreTimeTwice();
  }
  return {};
}

}  // namespace

Result<TableDescription> RestoreTableFromBackup(OperationContext& context,
                                                const RestoreTableFromBackupRequest& request) {
  TRESTLE_RETURN_IF_ERROR(CheckBackupArn(request.backup_arn, "RestoreTableFromBackup"));
  context.AnswerAfterLatest();
  TRESTLE_TRY(const BackupPtr backup, context.backups->Find(request.backup_arn));
  TRESTLE_TRY(TableDefinition definition,
              RestoredDefinition({.source = backup->table,
                                  .table_name = request.target_table_name,
                                  .overrides = request.overrides},
                                 context));
  TRESTLE_RETURN_IF_ERROR(CheckTarget(context, definition.name));
  definition.restored = RestoreDefinition{
      .table_arn = backup->table.Arn(), .backup_arn = request.backup_arn, .time = backup->created};
  const std::string name = definition.name;
  return Answer(context, context.backups->Restore(request.backup_arn, std::move(definition)), name);
}

Result<TableDescription> RestoreTableToPointInTime(
    OperationContext& context, const RestoreTableToPointInTimeRequest& request) {
  TRESTLE_RETURN_IF_ERROR(CheckRequest(request));
  context.AnswerAfterLatest();
  const std::string_view source_name = TableNameOf(
      request.source_table_arn ? *request.source_table_arn : *request.source_table_name);
  const TablePtr source = context.catalog.FindInAnyState(source_name);
  if (source == nullptr || source->definition().status == TableStatus::kDeleting) {
    return messages::BackupOfUnknownTable(source_name);
  }
  const auto& recovery = source->definition().recovery;
  if (!recovery) return messages::RecoveryNotEnabled(source_name);
  const TimePoint now = context.clock.Now();
  const TimePoint time = request.restore_date_time.value_or(now);
  if (!IsRestorable(time, *recovery, now)) return messages::RestoreTimeInvalid();
  TRESTLE_TRY(TableDefinition definition,
              RestoredDefinition({.source = source->definition(),
                                  .table_name = request.target_table_name,
                                  .overrides = request.overrides},
                                 context));
  TRESTLE_RETURN_IF_ERROR(CheckTarget(context, definition.name));
  definition.restored =
      RestoreDefinition{.table_arn = source->definition().Arn(), .backup_arn = "", .time = time};
  const ChangeStamp first_undone = request.use_latest_restorable_time
                                       ? ChangeStamp{.time = TimePoint::max(), .number = 0}
                                       : FirstAfter(time);
  const std::string name = definition.name;
  Result<TablePtr> table =
      context.backups->RestoreTable(source, first_undone, std::move(definition));
  if (!table && table.error().code == ErrorCode::kResourceNotFound) {
    return messages::BackupOfUnknownTable(source_name);
  }
  return Answer(context, std::move(table), name);
}

}  // namespace trestle
