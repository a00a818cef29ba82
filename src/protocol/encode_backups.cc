#include <algorithm>

#include "protocol/encode.h"
#include "protocol/encode_parts.h"

// Replies of the operations on backups.
namespace trestle::encode {
namespace {

using encode::NameOf;

std::string_view NameOf(BackupStatus status) {
  switch (status) {
    case BackupStatus::kCreating:
      return "CREATING";
    case BackupStatus::kDeleted:
      return "DELETED";
    case BackupStatus::kAvailable:
      break;
  }
  return "AVAILABLE";
}

std::string_view NameOf(BackupType type) { return type == BackupType::kUser ? "USER" : "SYSTEM"; }

// What CreateBackup, DescribeBackup and ListBackups show alike.
void DetailMembers(const Backup& backup, JsonWriter& writer) {
  Text("BackupArn", backup.Arn(), writer);
  Text("BackupName", backup.name, writer);
  Integer("BackupSizeBytes", backup.bytes, writer);
  Text("BackupStatus", NameOf(backup.status), writer);
  Text("BackupType", NameOf(backup.type), writer);
  Time("BackupCreationDateTime", backup.created, writer);
  Time("BackupExpiryDateTime", backup.expires, writer);
}

void Details(const Backup& backup, JsonWriter& writer) {
  writer.Name("BackupDetails");
  writer.BeginObject();
  DetailMembers(backup, writer);
  writer.EndObject();
}

void Throughput(const ProvisionedThroughput& throughput, JsonWriter& writer) {
  writer.Name("ProvisionedThroughput");
  writer.BeginObject();
  Integer("ReadCapacityUnits", throughput.read, writer);
  Integer("WriteCapacityUnits", throughput.write, writer);
  writer.EndObject();
}

void SourceTable(const Backup& backup, JsonWriter& writer) {
  const TableDefinition& table = backup.table;
  writer.Name("SourceTableDetails");
  writer.BeginObject();
  Text("TableName", table.name, writer);
  Text("TableId", table.uuid, writer);
  Text("TableArn", table.Arn(), writer);
  Integer("TableSizeBytes", backup.bytes, writer);
  Keys(table.keys, writer);
  Time("TableCreationDateTime", table.created, writer);
  Throughput(table.throughput, writer);
  OnDemand(table.on_demand_maximum, writer);
  Integer("ItemCount", backup.items, writer);
  Text("BillingMode", NameOf(table.billing), writer);
  writer.EndObject();
}

void Indexes(std::string_view name, bool local, const TableDefinition& table, JsonWriter& writer) {
  if (std::none_of(table.indexes.begin(), table.indexes.end(),
                   [local](const IndexDefinition& index) { return index.local == local; })) {
    return;
  }
  writer.Name(name);
  writer.BeginArray();
  for (const IndexDefinition& index : table.indexes) {
    if (index.local != local) continue;
    writer.BeginObject();
    Text("IndexName", index.name, writer);
    Keys(index.keys, writer);
    Projection(index, writer);
    if (!local) {
      Throughput(index.throughput, writer);
      OnDemand(index.on_demand_maximum, writer);
    }
    writer.EndObject();
  }
  writer.EndArray();
}

void SourceFeatures(const TableDefinition& table, JsonWriter& writer) {
  writer.Name("SourceTableFeatureDetails");
  writer.BeginObject();
  Indexes("LocalSecondaryIndexes", true, table, writer);
  Indexes("GlobalSecondaryIndexes", false, table, writer);
  if (table.stream.enabled) {
    writer.Name("StreamDescription");
    writer.BeginObject();
    writer.Name("StreamEnabled");
    writer.Boolean(true);
    Text("StreamViewType", NameOf(table.stream.view), writer);
    writer.EndObject();
  }
  if (table.ttl_attribute) {
    writer.Name("TimeToLiveDescription");
    writer.BeginObject();
    Text("AttributeName", *table.ttl_attribute, writer);
    Text("TimeToLiveStatus", "ENABLED", writer);
    writer.EndObject();
  }
  Encryption(table, writer);
  writer.EndObject();
}

}  // namespace

void CreateBackup(const Backup& backup, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  Details(backup, writer);
  writer.EndObject();
}

void BackupDescription(const Backup& backup, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("BackupDescription");
  writer.BeginObject();
  Details(backup, writer);
  SourceTable(backup, writer);
  SourceFeatures(backup.table, writer);
  writer.EndObject();
  writer.EndObject();
}

void ListBackups(const ListBackupsResponse& response, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("BackupSummaries");
  writer.BeginArray();
  for (const BackupPtr& backup : response.backups) {
    writer.BeginObject();
    Text("TableName", backup->table.name, writer);
    Text("TableId", backup->table.uuid, writer);
    Text("TableArn", backup->table.Arn(), writer);
    DetailMembers(*backup, writer);
    writer.EndObject();
  }
  writer.EndArray();
  if (response.last_evaluated_backup_arn) {
    Text("LastEvaluatedBackupArn", *response.last_evaluated_backup_arn, writer);
  }
  writer.EndObject();
}

void ContinuousBackups(const ContinuousBackupsDescription& description, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("ContinuousBackupsDescription");
  writer.BeginObject();
  Text("ContinuousBackupsStatus", "ENABLED", writer);
  writer.Name("PointInTimeRecoveryDescription");
  writer.BeginObject();
  Text("PointInTimeRecoveryStatus", description.recovery ? "ENABLED" : "DISABLED", writer);
  if (description.recovery) {
    Integer("RecoveryPeriodInDays", description.recovery->days, writer);
    Time("EarliestRestorableDateTime", description.recovery->earliest, writer);
    Time("LatestRestorableDateTime", description.recovery->latest, writer);
  }
  writer.EndObject();
  writer.EndObject();
  writer.EndObject();
}

}  // namespace trestle::encode
