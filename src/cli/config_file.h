#pragma once

#include <optional>
#include <string>

#include "backup/schedule.h"
#include "base/result.h"

namespace trestle {

// What `trestle serve --config FILE` takes from a file: TOML, with a table for each subject.
//   [backups]
//   schedule = "daily@02:00"
//   keep = "35d"
//   tables = ["orders", "users"]  # all, if it is not there
struct ConfigFile {
  std::optional<BackupSchedule> backup_schedule;

  // An error names the place in the file: what is not understood is refused, never passed over.
  static Result<ConfigFile> Read(const std::string& path);
};

}  // namespace trestle
