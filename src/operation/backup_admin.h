#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "backup/backups.h"
#include "operation/context.h"

namespace trestle {

struct CreateBackupRequest {
  std::string table_name;
  std::string backup_name;
};
Result<BackupPtr> CreateBackup(OperationContext& context, const CreateBackupRequest& request);

Result<BackupPtr> DescribeBackup(OperationContext& context, const std::string& backup_arn);
Result<BackupPtr> DeleteBackup(OperationContext& context, const std::string& backup_arn);

struct ListBackupsRequest {
  std::optional<std::string> table_name;
  std::optional<std::int64_t> limit;
  std::optional<TimePoint> from;  // inclusive
  std::optional<TimePoint> to;    // exclusive
  std::optional<std::string> exclusive_start_backup_arn;
  enum class Types { kUser, kSystem, kAwsBackup, kAll };
  Types types = Types::kUser;
};
struct ListBackupsResponse {
  std::vector<BackupPtr> backups;
  std::optional<std::string> last_evaluated_backup_arn;
};
Result<ListBackupsResponse> ListBackups(OperationContext& context,
                                        const ListBackupsRequest& request);

// Whether the ARN can be one of a backup here: an error for whoever asks for `action` otherwise.
Status CheckBackupArn(const std::string& backup_arn, const std::string& action);

}  // namespace trestle
