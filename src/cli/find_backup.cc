#include "cli/find_backup.h"

#include <utility>

#include "cli/data_messages.h"

namespace trestle {

Result<std::vector<BackupPtr>> AllBackups(Database& database,
                                          const std::optional<std::string>& table_name) {
  std::vector<BackupPtr> backups;
  ListBackupsRequest request;
  request.table_name = table_name;
  request.types = ListBackupsRequest::Types::kAll;
  do {
    TRESTLE_TRY(ListBackupsResponse page, database.ListBackups(request));
    for (BackupPtr& backup : page.backups) backups.push_back(std::move(backup));
    request.exclusive_start_backup_arn = page.last_evaluated_backup_arn;
  } while (request.exclusive_start_backup_arn);
  return backups;
}

Result<BackupPtr> FindBackup(Database& database, const std::string& arn_or_name,
                             const std::optional<std::string>& table_name) {
  if (arn_or_name.starts_with("arn:")) return database.DescribeBackup(arn_or_name);
  TRESTLE_TRY(const std::vector<BackupPtr> backups, AllBackups(database, table_name));
  BackupPtr found;
  for (const BackupPtr& backup : backups) {
    if (backup->name != arn_or_name) continue;
    if (found != nullptr) return messages::BackupNameAmbiguous(arn_or_name);
    found = backup;
  }
  if (found == nullptr) return messages::NoSuchBackup(arn_or_name);
  return found;
}

}  // namespace trestle
