#include "remote/body.h"
#include "remote/write.h"

// The operations on tables, backups and streams.
namespace trestle::remote::write {
namespace {

void Attributes(const std::optional<std::vector<AttributeDefinition>>& attributes, Body& body) {
  if (!attributes) return;
  body.BeginList("AttributeDefinitions");
  for (const AttributeDefinition& attribute : *attributes) {
    body.BeginElement();
    body.Text("AttributeName", attribute.name);
    body.Text("AttributeType", NameIn(kScalarNames, attribute.type));
    body.EndElement();
  }
  body.EndList();
}

void Keys(const std::vector<KeySchemaElement>& keys, Body& body) {
  body.BeginList("KeySchema");
  for (const KeySchemaElement& key : keys) {
    body.BeginElement();
    body.Text("AttributeName", key.attribute_name);
    body.Text("KeyType", key.hash ? "HASH" : "RANGE");
    body.EndElement();
  }
  body.EndList();
}

void Throughput(std::string_view name, const std::optional<ThroughputRequest>& throughput,
                Body& body) {
  if (!throughput) return;
  body.Begin(name);
  body.Integer("ReadCapacityUnits", throughput->read);
  body.Integer("WriteCapacityUnits", throughput->write);
  body.End();
}

void OnDemand(std::string_view name, const std::optional<UnitsPerSecond>& maximum, Body& body) {
  if (!maximum) return;
  body.Begin(name);
  body.Optional("MaxReadRequestUnits", maximum->read);
  body.Optional("MaxWriteRequestUnits", maximum->write);
  body.End();
}

void Warm(const std::optional<UnitsPerSecond>& warm, Body& body) {
  if (!warm) return;
  body.Begin("WarmThroughput");
  body.Optional("ReadUnitsPerSecond", warm->read);
  body.Optional("WriteUnitsPerSecond", warm->write);
  body.End();
}

// Within an object that the caller has begun.
void Index(const IndexRequest& index, Body& body) {
  body.Text("IndexName", index.name);
  Keys(index.key_schema, body);
  body.Begin("Projection");
  body.Optional("ProjectionType", kProjectionNames, index.projection.type);
  body.Optional("NonKeyAttributes", index.projection.non_key_attributes);
  body.End();
  Throughput("ProvisionedThroughput", index.throughput, body);
  OnDemand("OnDemandThroughput", index.on_demand_maximum, body);
  Warm(index.warm_throughput, body);
}

void Indexes(std::string_view name, const std::optional<std::vector<IndexRequest>>& indexes,
             Body& body) {
  if (!indexes) return;
  body.BeginList(name);
  for (const IndexRequest& index : *indexes) {
    body.BeginElement();
    Index(index, body);
    body.EndElement();
  }
  body.EndList();
}

void Stream(const std::optional<StreamRequest>& stream, Body& body) {
  if (!stream) return;
  body.Begin("StreamSpecification");
  body.Flag("StreamEnabled", stream->enabled);
  body.Optional("StreamViewType", kStreamViewNames, stream->view);
  body.End();
}

void Encryption(std::string_view name, const std::optional<EncryptionRequest>& encryption,
                Body& body) {
  if (!encryption) return;
  body.Begin(name);
  body.Optional("Enabled", encryption->enabled);
  body.Optional("SSEType", encryption->type);
  body.Optional("KMSMasterKeyId", encryption->key_id);
  body.End();
}

void Tags(const std::vector<Tag>& tags, Body& body) {
  body.BeginList("Tags");
  for (const Tag& tag : tags) {
    body.BeginElement();
    body.Text("Key", tag.key);
    body.Text("Value", tag.value);
    body.EndElement();
  }
  body.EndList();
}

void IndexUpdate(const GlobalIndexUpdate& update, Body& body) {
  body.BeginElement();
  if (update.create) {
    body.Begin("Create");
    Index(*update.create, body);
    body.End();
  }
  if (update.update) {
    body.Begin("Update");
    body.Text("IndexName", update.update->name);
    Throughput("ProvisionedThroughput", update.update->throughput, body);
    OnDemand("OnDemandThroughput", update.update->on_demand_maximum, body);
    Warm(update.update->warm_throughput, body);
    body.End();
  }
  if (update.remove) {
    body.Begin("Delete");
    body.Text("IndexName", *update.remove);
    body.End();
  }
  body.EndElement();
}

// What CreateTable and UpdateTable name alike.
template <class Request>
void Settings(const Request& request, Body& body) {
  body.Text("TableName", request.table_name);
  Attributes(request.attributes, body);
  body.Optional("BillingMode", kBillingNames, request.billing);
  Throughput("ProvisionedThroughput", request.throughput, body);
  OnDemand("OnDemandThroughput", request.on_demand_maximum, body);
  Warm(request.warm_throughput, body);
  Stream(request.stream, body);
  Encryption("SSESpecification", request.encryption, body);
  body.Optional("TableClass", kTableClassNames, request.table_class);
  body.Optional("DeletionProtectionEnabled", request.deletion_protection);
}

void Overrides(const RestoreOverrides& overrides, Body& body) {
  body.Optional("BillingModeOverride", kBillingNames, overrides.billing);
  Indexes("GlobalSecondaryIndexOverride", overrides.global_indexes, body);
  Indexes("LocalSecondaryIndexOverride", overrides.local_indexes, body);
  Throughput("ProvisionedThroughputOverride", overrides.throughput, body);
  OnDemand("OnDemandThroughputOverride", overrides.on_demand_maximum, body);
  Encryption("SSESpecificationOverride", overrides.encryption, body);
}

}  // namespace

Result<std::string> OneName(std::string_view member, std::string_view name) {
  Body body;
  body.Text(member, name);
  return std::move(body).Take();
}

Result<std::string> CreateTable(const CreateTableRequest& request) {
  Body body;
  Settings(request, body);
  if (request.key_schema) Keys(*request.key_schema, body);
  Indexes("LocalSecondaryIndexes", request.local_indexes, body);
  Indexes("GlobalSecondaryIndexes", request.global_indexes, body);
  if (request.tags) Tags(*request.tags, body);
  return std::move(body).Take();
}

Result<std::string> UpdateTable(const UpdateTableRequest& request) {
  Body body;
  Settings(request, body);
  if (request.global_index_updates) {
    body.BeginList("GlobalSecondaryIndexUpdates");
    for (const GlobalIndexUpdate& update : *request.global_index_updates) IndexUpdate(update, body);
    body.EndList();
  }
  return std::move(body).Take();
}

Result<std::string> ListTables(const ListTablesRequest& request) {
  Body body;
  body.Optional("ExclusiveStartTableName", request.exclusive_start_table_name);
  body.Optional("Limit", request.limit);
  return std::move(body).Take();
}

Result<std::string> TagResource(const TagResourceRequest& request) {
  Body body;
  body.Text("ResourceArn", request.resource_arn);
  Tags(request.tags, body);
  return std::move(body).Take();
}

Result<std::string> UntagResource(const UntagResourceRequest& request) {
  Body body;
  body.Text("ResourceArn", request.resource_arn);
  body.Texts("TagKeys", request.keys);
  return std::move(body).Take();
}

Result<std::string> ListTagsOfResource(const ListTagsRequest& request) {
  Body body;
  body.Text("ResourceArn", request.resource_arn);
  body.Optional("NextToken", request.next_token);
  return std::move(body).Take();
}

Result<std::string> UpdateTimeToLive(const UpdateTimeToLiveRequest& request) {
  Body body;
  body.Text("TableName", request.table_name);
  body.Begin("TimeToLiveSpecification");
  body.Flag("Enabled", request.specification.enabled);
  body.Text("AttributeName", request.specification.attribute_name);
  body.End();
  return std::move(body).Take();
}

Result<std::string> CreateBackup(const CreateBackupRequest& request) {
  Body body;
  body.Text("TableName", request.table_name);
  body.Text("BackupName", request.backup_name);
  return std::move(body).Take();
}

Result<std::string> ListBackups(const ListBackupsRequest& request) {
  Body body;
  body.Optional("TableName", request.table_name);
  body.Optional("Limit", request.limit);
  body.Optional("TimeRangeLowerBound", request.from);
  body.Optional("TimeRangeUpperBound", request.to);
  body.Optional("ExclusiveStartBackupArn", request.exclusive_start_backup_arn);
  body.Text("BackupType", NameIn(kBackupTypesNames, request.types));
  return std::move(body).Take();
}

Result<std::string> RestoreTableFromBackup(const RestoreTableFromBackupRequest& request) {
  Body body;
  body.Text("TargetTableName", request.target_table_name);
  body.Text("BackupArn", request.backup_arn);
  Overrides(request.overrides, body);
  return std::move(body).Take();
}

Result<std::string> RestoreTableToPointInTime(const RestoreTableToPointInTimeRequest& request) {
  Body body;
  body.Text("TargetTableName", request.target_table_name);
  body.Optional("SourceTableName", request.source_table_name);
  body.Optional("SourceTableArn", request.source_table_arn);
  if (request.use_latest_restorable_time) body.Flag("UseLatestRestorableTime", true);
  body.Optional("RestoreDateTime", request.restore_date_time);
  Overrides(request.overrides, body);
  return std::move(body).Take();
}

Result<std::string> UpdateContinuousBackups(const UpdateContinuousBackupsRequest& request) {
  Body body;
  body.Text("TableName", request.table_name);
  body.Begin("PointInTimeRecoverySpecification");
  body.Flag("PointInTimeRecoveryEnabled", request.recovery_enabled);
  body.Optional("RecoveryPeriodInDays", request.days);
  body.End();
  return std::move(body).Take();
}

Result<std::string> ListStreams(const ListStreamsRequest& request) {
  Body body;
  body.Optional("TableName", request.table_name);
  body.Optional("Limit", request.limit);
  body.Optional("ExclusiveStartStreamArn", request.exclusive_start_stream_arn);
  return std::move(body).Take();
}

Result<std::string> DescribeStream(const DescribeStreamRequest& request) {
  Body body;
  body.Text("StreamArn", request.stream_arn);
  body.Optional("Limit", request.limit);
  body.Optional("ExclusiveStartShardId", request.exclusive_start_shard_id);
  if (request.shard_filter) {
    body.Begin("ShardFilter");
    if (request.shard_filter->of_children) body.Text("Type", "CHILD_SHARDS");
    body.Optional("ShardId", request.shard_filter->shard_id);
    body.End();
  }
  return std::move(body).Take();
}

Result<std::string> GetShardIterator(const GetShardIteratorRequest& request) {
  Body body;
  body.Text("StreamArn", request.stream_arn);
  body.Text("ShardId", request.shard_id);
  body.Text("ShardIteratorType", NameIn(kIteratorNames, request.type));
  body.Optional("SequenceNumber", request.sequence_number);
  return std::move(body).Take();
}

Result<std::string> GetRecords(const GetRecordsRequest& request) {
  Body body;
  body.Text("ShardIterator", request.shard_iterator);
  body.Optional("Limit", request.limit);
  return std::move(body).Take();
}

}  // namespace trestle::remote::write
