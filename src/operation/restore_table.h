#pragma once

#include <optional>
#include <string>
#include <vector>

#include "operation/create_table.h"

namespace trestle {

// What a restored table has otherwise than its source.
struct RestoreOverrides {
  std::optional<BillingMode> billing;
  std::optional<std::vector<IndexRequest>> global_indexes;
  std::optional<std::vector<IndexRequest>> local_indexes;
  std::optional<ThroughputRequest> throughput;
  std::optional<UnitsPerSecond> on_demand_maximum;
  std::optional<EncryptionRequest> encryption;
  bool asks_for_vector_indexes = false;
};

struct RestoreTableFromBackupRequest {
  std::string target_table_name;
  std::string backup_arn;
  RestoreOverrides overrides;
};
Result<TableDescription> RestoreTableFromBackup(OperationContext& context,
                                                const RestoreTableFromBackupRequest& request);

struct RestoreTableToPointInTimeRequest {
  std::string target_table_name;
  std::optional<std::string> source_table_name;
  std::optional<std::string> source_table_arn;
  bool use_latest_restorable_time = false;
  std::optional<TimePoint> restore_date_time;
  RestoreOverrides overrides;
};
Result<TableDescription> RestoreTableToPointInTime(OperationContext& context,
                                                   const RestoreTableToPointInTimeRequest& request);

}  // namespace trestle
