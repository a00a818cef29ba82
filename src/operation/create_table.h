#pragma once

#include <optional>
#include <string>
#include <vector>

#include "operation/context.h"

namespace trestle {

// A table's parts as a request gives them: not yet held against each other.
struct KeySchemaElement {
  std::string attribute_name;
  bool hash = true;  // KeyType HASH or RANGE
};
struct AttributeDefinition {
  std::string name;
  AttributeType type = AttributeType::kString;
};
struct ProjectionRequest {
  std::optional<ProjectionType> type;
  std::optional<std::vector<std::string>> non_key_attributes;
};
struct ThroughputRequest {
  std::int64_t read = 0;
  std::int64_t write = 0;
};
struct IndexRequest {
  std::string name;
  std::vector<KeySchemaElement> key_schema;
  ProjectionRequest projection;
  std::optional<ThroughputRequest> throughput;  // global indexes only, as the two below
  std::optional<UnitsPerSecond> on_demand_maximum;
  std::optional<UnitsPerSecond> warm_throughput;
};
struct StreamRequest {
  bool enabled = false;
  std::optional<StreamView> view;
};
struct EncryptionRequest {
  std::optional<bool> enabled;
  std::optional<std::string> type;
  std::optional<std::string> key_id;
};
struct Tag {
  std::string key;
  std::string value;
};

struct CreateTableRequest {
  std::string table_name;
  std::optional<std::vector<AttributeDefinition>> attributes;
  std::optional<std::vector<KeySchemaElement>> key_schema;
  std::optional<std::vector<IndexRequest>> local_indexes;
  std::optional<std::vector<IndexRequest>> global_indexes;
  std::optional<BillingMode> billing;
  std::optional<ThroughputRequest> throughput;
  std::optional<UnitsPerSecond> on_demand_maximum;
  std::optional<UnitsPerSecond> warm_throughput;
  std::optional<StreamRequest> stream;
  std::optional<EncryptionRequest> encryption;
  std::optional<TableClass> table_class;
  std::optional<bool> deletion_protection;
  std::optional<std::vector<Tag>> tags;
  bool asks_for_vector_indexes =
      false;  // VectorIndexes, ResourcePolicy and GlobalTable… are refused: not here yet
  bool asks_for_resource_policy = false;
  bool asks_for_global_table = false;
};

// A table as CreateTable, UpdateTable, DeleteTable and DescribeTable show it.
struct TableDescription {
  TablePtr table;
  TableStatus status = TableStatus::kActive;  // as of now, which the stored one may lag behind
  TableStatistics statistics;
  std::vector<TableStatistics> index_statistics;  // in the order of the definition's indexes
};

TableDescription Describe(const OperationContext& context, TablePtr table);
Result<TableDescription> CreateTable(OperationContext& context, const CreateTableRequest& request);

}  // namespace trestle
