#pragma once

#include "operation/create_table.h"

namespace trestle {

struct GlobalIndexUpdate {  // exactly one of the three
  std::optional<IndexRequest> create;
  struct Change {
    std::string name;
    std::optional<ThroughputRequest> throughput;
    std::optional<UnitsPerSecond> on_demand_maximum;
    std::optional<UnitsPerSecond> warm_throughput;
  };
  std::optional<Change> update;
  std::optional<std::string> remove;
};

struct UpdateTableRequest {
  std::string table_name;
  std::optional<std::vector<AttributeDefinition>> attributes;
  std::optional<BillingMode> billing;
  std::optional<ThroughputRequest> throughput;
  std::optional<UnitsPerSecond> on_demand_maximum;
  std::optional<UnitsPerSecond> warm_throughput;
  std::optional<std::vector<GlobalIndexUpdate>> global_index_updates;
  std::optional<StreamRequest> stream;
  std::optional<EncryptionRequest> encryption;
  std::optional<TableClass> table_class;
  std::optional<bool> deletion_protection;
  bool asks_for_replicas = false;  // ReplicaUpdates and the like are refused: not here
  bool asks_for_vector_indexes = false;
};

Result<TableDescription> UpdateTable(OperationContext& context, const UpdateTableRequest& request);

}  // namespace trestle
