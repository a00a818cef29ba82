#include <algorithm>

#include "protocol/encode.h"
#include "protocol/encode_parts.h"

// Replies of the operations on tables.
namespace trestle::encode {
namespace {

using encode::NameOf;

// What an on-demand table takes at once when it is new.
constexpr UnitsPerSecond kOnDemandWarmth{.read = 12000, .write = 4000};

std::string_view NameOf(TableStatus status) {
  switch (status) {
    case TableStatus::kCreating:
      return "CREATING";
    case TableStatus::kUpdating:
      return "UPDATING";
    case TableStatus::kDeleting:
      return "DELETING";
    case TableStatus::kActive:
      break;
  }
  return "ACTIVE";
}

std::string_view NameOf(IndexStatus status) {
  switch (status) {
    case IndexStatus::kCreating:
      return "CREATING";
    case IndexStatus::kUpdating:
      return "UPDATING";
    case IndexStatus::kDeleting:
      return "DELETING";
    case IndexStatus::kActive:
      break;
  }
  return "ACTIVE";
}

std::string_view NameOf(TableClass table_class) {
  return table_class == TableClass::kStandard ? "STANDARD" : "STANDARD_INFREQUENT_ACCESS";
}

void AttributeDefinitions(const std::vector<KeyAttribute>& attributes, JsonWriter& writer) {
  writer.Name("AttributeDefinitions");
  writer.BeginArray();
  for (const KeyAttribute& attribute : attributes) {
    writer.BeginObject();
    Text("AttributeName", attribute.name, writer);
    Text("AttributeType", WireName(attribute.type), writer);
    writer.EndObject();
  }
  writer.EndArray();
}

void Throughput(const ProvisionedThroughput& throughput, JsonWriter& writer) {
  writer.Name("ProvisionedThroughput");
  writer.BeginObject();
  Time("LastIncreaseDateTime", throughput.last_increase, writer);
  Time("LastDecreaseDateTime", throughput.last_decrease, writer);
  Integer("NumberOfDecreasesToday", throughput.decreases_today, writer);
  Integer("ReadCapacityUnits", throughput.read, writer);
  Integer("WriteCapacityUnits", throughput.write, writer);
  writer.EndObject();
}

// Never less than what was provisioned.
struct Warmth {
  const std::optional<UnitsPerSecond>& set;
  const ProvisionedThroughput& provisioned;
  BillingMode billing;
  std::string_view status;
};
void WarmThroughput(const Warmth& warmth, JsonWriter& writer) {
  const bool on_demand = warmth.billing == BillingMode::kPayPerRequest;
  const std::int64_t read = on_demand ? *kOnDemandWarmth.read : warmth.provisioned.read;
  const std::int64_t write = on_demand ? *kOnDemandWarmth.write : warmth.provisioned.write;
  writer.Name("WarmThroughput");
  writer.BeginObject();
  Integer("ReadUnitsPerSecond", warmth.set ? warmth.set->read.value_or(read) : read, writer);
  Integer("WriteUnitsPerSecond", warmth.set ? warmth.set->write.value_or(write) : write, writer);
  Text("Status", warmth.status, writer);
  writer.EndObject();
}

void GlobalParts(const TableDescription& description, const IndexDefinition& index,
                 JsonWriter& writer) {
  const TableDefinition& table = description.table->definition();
  const bool table_is_new = description.status == TableStatus::kCreating;
  const std::string_view status = NameOf(table_is_new ? IndexStatus::kCreating : index.status);
  Text("IndexStatus", status, writer);
  if (index.backfilling) {
    writer.Name("Backfilling");
    writer.Boolean(true);
  }
  Throughput(index.throughput, writer);
  OnDemand(index.on_demand_maximum, writer);
  WarmThroughput({index.warm_throughput, index.throughput, table.billing, status}, writer);
}

void Index(const TableDescription& description, std::size_t place, JsonWriter& writer) {
  const TableDefinition& table = description.table->definition();
  const IndexDefinition& index = table.indexes[place];
  const TableStatistics statistics = place < description.index_statistics.size()
                                         ? description.index_statistics[place]
                                         : TableStatistics{};
  writer.BeginObject();
  Text("IndexName", index.name, writer);
  Keys(index.keys, writer);
  Projection(index, writer);
  if (!index.local) GlobalParts(description, index, writer);
  Integer("IndexSizeBytes", statistics.bytes, writer);
  Integer("ItemCount", statistics.items, writer);
  Text("IndexArn", table.IndexArn(index.name), writer);
  writer.EndObject();
}

void Indexes(std::string_view name, bool local, const TableDescription& description,
             JsonWriter& writer) {
  const std::vector<IndexDefinition>& indexes = description.table->definition().indexes;
  if (std::none_of(indexes.begin(), indexes.end(),
                   [local](const IndexDefinition& index) { return index.local == local; })) {
    return;
  }
  writer.Name(name);
  writer.BeginArray();
  for (std::size_t i = 0; i < indexes.size(); ++i) {
    if (indexes[i].local == local) Index(description, i, writer);
  }
  writer.EndArray();
}

void Billing(const TableDefinition& table, TableStatus status, JsonWriter& writer) {
  if (table.billing == BillingMode::kProvisioned && !table.last_to_pay_per_request) return;
  writer.Name("BillingModeSummary");
  writer.BeginObject();
  Text("BillingMode", NameOf(table.billing), writer);
  if (status != TableStatus::kCreating) {
    Time("LastUpdateToPayPerRequestDateTime", table.last_to_pay_per_request, writer);
  }
  writer.EndObject();
}

void Stream(const TableDefinition& table, JsonWriter& writer) {
  if (table.stream.enabled) {
    writer.Name("StreamSpecification");
    writer.BeginObject();
    writer.Name("StreamEnabled");
    writer.Boolean(true);
    Text("StreamViewType", NameOf(table.stream.view), writer);
    writer.EndObject();
  }
  if (table.stream.label.empty()) return;
  Text("LatestStreamLabel", table.stream.label, writer);
  Text("LatestStreamArn", table.StreamArn(), writer);
}

void Class(const TableDefinition& table, JsonWriter& writer) {
  if (!table.table_class) return;
  writer.Name("TableClassSummary");
  writer.BeginObject();
  Text("TableClass", NameOf(*table.table_class), writer);
  Time("LastUpdateDateTime", table.table_class_changed, writer);
  writer.EndObject();
}

// What every state of a table shows; of a table that is being deleted the service shows no more.
void Summary(const TableDescription& description, JsonWriter& writer) {
  const TableDefinition& table = description.table->definition();
  Text("TableName", table.name, writer);
  Text("TableStatus", NameOf(description.status), writer);
  Throughput(table.throughput, writer);
  Integer("TableSizeBytes", description.statistics.bytes, writer);
  Integer("ItemCount", description.statistics.items, writer);
  Text("TableArn", table.Arn(), writer);
  Text("TableId", table.uuid, writer);
  Billing(table, description.status, writer);
  writer.Name("DeletionProtectionEnabled");
  writer.Boolean(table.deletion_protection);
}

void Restore(const TableDefinition& table, JsonWriter& writer) {
  if (!table.restored) return;
  writer.Name("RestoreSummary");
  writer.BeginObject();
  if (!table.restored->backup_arn.empty()) {
    Text("SourceBackupArn", table.restored->backup_arn, writer);
  }
  Text("SourceTableArn", table.restored->table_arn, writer);
  Time("RestoreDateTime", table.restored->time, writer);
  writer.Name("RestoreInProgress");
  writer.Boolean(table.filling);
  writer.EndObject();
}

void Details(const TableDescription& description, JsonWriter& writer) {
  const TableDefinition& table = description.table->definition();
  AttributeDefinitions(table.attributes, writer);
  Keys(table.keys, writer);
  Time("CreationDateTime", table.created, writer);
  Indexes("LocalSecondaryIndexes", true, description, writer);
  Indexes("GlobalSecondaryIndexes", false, description, writer);
  Stream(table, writer);
  Restore(table, writer);
  Encryption(table, writer);
  Class(table, writer);
  OnDemand(table.on_demand_maximum, writer);
  WarmThroughput(
      {table.warm_throughput, table.throughput, table.billing, NameOf(description.status)}, writer);
}

}  // namespace

void Table(std::string_view member, const TableDescription& description, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name(member);
  writer.BeginObject();
  Summary(description, writer);
  if (description.status != TableStatus::kDeleting) Details(description, writer);
  writer.EndObject();
  writer.EndObject();
}

void ListTables(const ListTablesResponse& response, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  if (response.last_evaluated_table_name)
    Text("LastEvaluatedTableName", *response.last_evaluated_table_name, writer);
  writer.Name("TableNames");
  writer.BeginArray();
  for (const std::string& name : response.table_names) writer.String(name);
  writer.EndArray();
  writer.EndObject();
}

void DescribeLimits(const DescribeLimitsResponse& response, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  Integer("AccountMaxReadCapacityUnits", response.account_read, writer);
  Integer("AccountMaxWriteCapacityUnits", response.account_write, writer);
  Integer("TableMaxReadCapacityUnits", response.table_read, writer);
  Integer("TableMaxWriteCapacityUnits", response.table_write, writer);
  writer.EndObject();
}

void ListTags(const ListTagsResponse& response, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  if (response.next_token) Text("NextToken", *response.next_token, writer);
  writer.Name("Tags");
  writer.BeginArray();
  for (const Tag& tag : response.tags) {
    writer.BeginObject();
    Text("Key", tag.key, writer);
    Text("Value", tag.value, writer);
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
}

}  // namespace trestle::encode
