#pragma once

#include <optional>
#include <string>
#include <vector>

#include "operation/database.h"

namespace trestle {

// All backups, of one table or of all, in the order in which they were made.
Result<std::vector<BackupPtr>> AllBackups(Database& database,
                                          const std::optional<std::string>& table_name);

// By its ARN or its name; an error if there is none, or several of that name.
Result<BackupPtr> FindBackup(Database& database, const std::string& arn_or_name,
                             const std::optional<std::string>& table_name);

}  // namespace trestle
