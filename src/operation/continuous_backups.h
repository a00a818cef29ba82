#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "operation/context.h"

namespace trestle {

// Whether and how far back a table's states can be restored. Continuous backups themselves are
// enabled for every table.
struct ContinuousBackupsDescription {
  struct Recovery {
    std::int64_t days = 0;
    TimePoint earliest;
    TimePoint latest;
  };
  std::optional<Recovery> recovery;  // none: disabled
};

Result<ContinuousBackupsDescription> DescribeContinuousBackups(OperationContext& context,
                                                               const std::string& table_name);

struct UpdateContinuousBackupsRequest {
  std::string table_name;
  bool recovery_enabled = false;
  std::optional<std::int64_t> days;
};
Result<ContinuousBackupsDescription> UpdateContinuousBackups(
    OperationContext& context, const UpdateContinuousBackupsRequest& request);

}  // namespace trestle
