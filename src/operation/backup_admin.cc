#include "operation/backup_admin.h"

#include <string_view>

#include "operation/backup_messages.h"
#include "operation/tag_messages.h"
#include "table/table_directory.h"

namespace trestle {
namespace {

constexpr std::int64_t kMaxBackups = 100;

bool IsOfType(const Backup& backup, ListBackupsRequest::Types types) {
  switch (types) {
    case ListBackupsRequest::Types::kUser:
      return backup.type == BackupType::kUser;
    case ListBackupsRequest::Types::kSystem:
      return backup.type == BackupType::kSystem;
    case ListBackupsRequest::Types::kAwsBackup:
      return false;
    case ListBackupsRequest::Types::kAll:
      break;
  }
  return true;
}

bool Matches(const Backup& backup, const ListBackupsRequest& request) {
  if (request.table_name && backup.table.name != TableNameOf(*request.table_name)) return false;
  if (request.from && backup.created < *request.from) return false;
  if (request.to && backup.created >= *request.to) return false;
  return IsOfType(backup, request.types);
}

// What follows "/backup/": later backups have larger ones.
std::string_view IdIn(std::string_view arn) { return arn.substr(arn.rfind('/') + 1); }

std::string_view Doing(TableStatus status) {
  return status == TableStatus::kDeleting ? "deleted" : "updated";
}

}  // namespace

// Whose backup it is comes first: a stranger does not learn whether it exists.
Status CheckBackupArn(const std::string& backup_arn, const std::string& action) {
  constexpr std::string_view kStart = "arn:aws:dynamodb:";
  const std::string_view arn = backup_arn;
  if (!arn.starts_with(kStart)) return messages::BackupArnInvalid(arn);
  const std::string_view rest = arn.substr(kStart.size());
  const std::size_t region_end = rest.find(':');
  const std::size_t account_end = rest.find(':', region_end + 1);
  if (region_end == std::string_view::npos || account_end == std::string_view::npos) {
    return messages::BackupArnInvalid(arn);
  }
  if (rest.substr(region_end + 1, account_end - region_end - 1) != kAccountId) {
    return messages::ResourceArnDenied(action, arn);
  }
  const std::string_view resource = rest.substr(account_end + 1);
  if (!resource.starts_with("table/") || resource.find("/backup/") == std::string_view::npos) {
    return messages::BackupArnInvalid(arn);
  }
  return {};
}

Result<BackupPtr> CreateBackup(OperationContext& context, const CreateBackupRequest& request) {
  context.AnswerAfterLatest();
  const TablePtr table = context.catalog.FindInAnyState(request.table_name);
  if (table == nullptr) return messages::BackupOfUnknownTable(TableNameOf(request.table_name));
  const TableStatus status = table->definition().status;
  if (status == TableStatus::kCreating) return messages::BackupsNotYetEnabled(table->name());
  Result<BackupPtr> backup = context.backups->Create(
      table->name(), {.name = request.backup_name, .expires = std::nullopt});
  context.AnswerAfterLatest();
  if (backup) return backup;
  switch (backup.error().code) {
    case ErrorCode::kResourceInUse:
      return messages::BackupOfTableInUse(Doing(status), table->name());
    case ErrorCode::kResourceNotFound:
      return messages::BackupOfUnknownTable(table->name());
    default:
      return backup;
  }
}

Result<BackupPtr> DescribeBackup(OperationContext& context, const std::string& backup_arn) {
  TRESTLE_RETURN_IF_ERROR(CheckBackupArn(backup_arn, "DescribeBackup"));
  Result<BackupPtr> backup = context.backups->Find(backup_arn);
  context.AnswerAfterLatest();
  return backup;
}

Result<BackupPtr> DeleteBackup(OperationContext& context, const std::string& backup_arn) {
  TRESTLE_RETURN_IF_ERROR(CheckBackupArn(backup_arn, "DeleteBackup"));
  Result<BackupPtr> backup = context.backups->Delete(backup_arn);
  context.AnswerAfterLatest();
  return backup;
}

Result<ListBackupsResponse> ListBackups(OperationContext& context,
                                        const ListBackupsRequest& request) {
  const auto limit = static_cast<std::size_t>(request.limit.value_or(kMaxBackups));
  ListBackupsResponse response;
  for (BackupPtr& backup : context.backups->All()) {
    if (!Matches(*backup, request)) continue;
    const auto& start = request.exclusive_start_backup_arn;
    if (start && backup->id <= IdIn(*start)) continue;
    // One more than asked for tells that the list goes on.
    if (response.backups.size() == limit) {
      response.last_evaluated_backup_arn = response.backups.back()->Arn();
      break;
    }
    response.backups.push_back(std::move(backup));
  }
  context.AnswerAfterLatest();
  return response;
}

}  // namespace trestle
