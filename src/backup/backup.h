#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "stream/change.h"
#include "table/definition.h"

namespace trestle {

enum class BackupStatus { kCreating, kAvailable, kDeleted };
enum class BackupType { kUser, kSystem };

// What is known of a backup but its items.
struct Backup {
  std::string id;  // 01763206654123-5f2a9c01: its time and chance; ordered as backups were made
  std::string name;
  BackupType type = BackupType::kUser;
  BackupStatus status = BackupStatus::kCreating;
  TimePoint created;  // the table is saved as it was then
  std::optional<TimePoint> expires;
  TableDefinition table;  // as it was then
  std::int64_t items = 0;
  std::int64_t bytes = 0;
  // Where the items are: in a copy of the whole store, which backups may share, or, if empty, in
  // the store itself, where they have stayed when their table was dropped.
  std::string copy;
  ChangeStamp first_undone;  // the first change that the copy may have and the backup has not

  std::string Arn() const { return table.Arn().append("/backup/").append(id); }
};

}  // namespace trestle
