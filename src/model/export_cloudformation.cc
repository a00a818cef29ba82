#include <algorithm>

#include "model/export.h"
#include "model/export_alarms.h"
#include "model/json_text.h"
#include "model/unique_names.h"
#include "model/words.h"

namespace trestle::model {
namespace {

void KeySchema(JsonText& json, const std::vector<KeyAttribute>& hash,
               const std::vector<KeyAttribute>& range) {
  json.Name("KeySchema").Open('[');
  const auto element = [&](const KeyAttribute& key, const char* type) {
    json.Open('{').Member("AttributeName", key.name).Member("KeyType", type).Close('}');
  };
  for (const KeyAttribute& key : hash) element(key, "HASH");
  for (const KeyAttribute& key : range) element(key, "RANGE");
  json.Close(']');
}

void ThroughputOf(JsonText& json, const Throughput& throughput) {
  json.Name("ProvisionedThroughput").Open('{');
  json.Member("ReadCapacityUnits", throughput.read);
  json.Member("WriteCapacityUnits", throughput.write).Close('}');
}

void IndexOf(JsonText& json, const Table& table, const Index& index) {
  json.Open('{').Member("IndexName", index.name);
  KeySchema(json, index.partition_key, index.sort_key);
  json.Name("Projection").Open('{');
  json.Member("ProjectionType", WireProjection(index.projection.kind));
  if (!index.projection.attributes.empty()) {
    json.Name("NonKeyAttributes").Open('[');
    for (const std::string& name : index.projection.attributes) json.Text(name);
    json.Close(']');
  }
  json.Close('}');
  if (table.provisioned && !index.local) {
    ThroughputOf(json, index.throughput.value_or(*table.provisioned));
  }
  json.Close('}');
}

void Indexes(JsonText& json, const Table& table, bool local) {
  if (std::ranges::none_of(table.indexes,
                           [&](const Index& index) { return index.local == local; })) {
    return;
  }
  json.Name(local ? "LocalSecondaryIndexes" : "GlobalSecondaryIndexes").Open('[');
  for (const Index& index : table.indexes) {
    if (index.local == local) IndexOf(json, table, index);
  }
  json.Close(']');
}

void Settings(JsonText& json, const Table& table) {
  if (table.stream != StreamView::kNone) {
    json.Name("StreamSpecification").Open('{');
    json.Member("StreamViewType", WireView(table.stream)).Close('}');
  }
  if (!table.ttl.empty()) {
    json.Name("TimeToLiveSpecification").Open('{').Member("AttributeName", table.ttl);
    json.Member("Enabled", true).Close('}');
  }
  if (table.pitr_days) {
    json.Name("PointInTimeRecoverySpecification").Open('{');
    json.Member("PointInTimeRecoveryEnabled", true);
    json.Member("RecoveryPeriodInDays", *table.pitr_days).Close('}');
  }
  if (table.kms) {
    json.Name("SSESpecification").Open('{').Member("SSEEnabled", true);
    json.Member("SSEType", "KMS").Close('}');
  }
  json.Member("DeletionProtectionEnabled", table.deletion_protection);
  json.Member("TableClass", table.infrequent_access ? "STANDARD_INFREQUENT_ACCESS" : "STANDARD");
}

void TableOf(JsonText& json, const std::string& name, const Table& table) {
  json.Name(name).Open('{').Member("Type", "AWS::DynamoDB::Table");
  json.Member("DeletionPolicy", "Retain").Member("UpdateReplacePolicy", "Retain");
  json.Name("Properties").Open('{').Member("TableName", table.name);
  json.Name("AttributeDefinitions").Open('[');
  for (const KeyAttribute& key : UsedKeys(table)) {
    json.Open('{').Member("AttributeName", key.name);
    json.Member("AttributeType", WireType(key.type)).Close('}');
  }
  json.Close(']');
  KeySchema(json, {table.partition_key},
            table.sort_key ? std::vector{*table.sort_key} : std::vector<KeyAttribute>());
  json.Member("BillingMode", table.provisioned ? "PROVISIONED" : "PAY_PER_REQUEST");
  if (table.provisioned) ThroughputOf(json, *table.provisioned);
  Indexes(json, table, false);
  Indexes(json, table, true);
  Settings(json, table);
  json.Close('}').Close('}');
}

void GetAttribute(JsonText& json, std::string_view resource, std::string_view attribute) {
  json.Open('{').Name("Fn::GetAtt").Open('[').Text(resource).Text(attribute);
  json.Close(']').Close('}');
}

void BackupsOf(JsonText& json, const std::string& name, const Table& table, UniqueNames& names) {
  if (!table.backups) return;
  const auto part = [&](const char* what) {
    return names.Of(table.name + "/" + what, name + what);
  };
  const std::string vault = part("BackupVault");
  const std::string role = part("BackupRole");
  const std::string plan = part("BackupPlan");
  json.Name(vault).Open('{').Member("Type", "AWS::Backup::BackupVault");
  json.Name("Properties").Open('{').Member("BackupVaultName", table.name + "-backups");
  json.Close('}').Close('}');
  json.Name(role).Open('{').Member("Type", "AWS::IAM::Role");
  json.Name("Properties").Open('{').Name("AssumeRolePolicyDocument").Open('{');
  json.Member("Version", "2012-10-17").Name("Statement").Open('[').Open('{');
  json.Member("Effect", "Allow").Name("Principal").Open('{');
  json.Member("Service", "backup.amazonaws.com").Close('}');
  json.Member("Action", "sts:AssumeRole").Close('}').Close(']').Close('}');
  json.Name("ManagedPolicyArns").Open('[');
  json.Text("arn:aws:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup");
  json.Close(']').Close('}').Close('}');
  json.Name(plan).Open('{').Member("Type", "AWS::Backup::BackupPlan");
  json.Name("Properties").Open('{').Name("BackupPlan").Open('{');
  json.Member("BackupPlanName", table.name);
  json.Name("BackupPlanRule").Open('[').Open('{').Member("RuleName", "scheduled");
  json.Name("TargetBackupVault").Open('{').Member("Ref", vault).Close('}');
  json.Member("ScheduleExpression", BackupSchedule(*table.backups));
  json.Name("Lifecycle").Open('{').Member("DeleteAfterDays", KeptDays(*table.backups));
  json.Close('}').Close('}').Close(']').Close('}').Close('}').Close('}');
  json.Name(part("BackupSelection")).Open('{').Member("Type", "AWS::Backup::BackupSelection");
  json.Name("Properties").Open('{').Name("BackupPlanId").Open('{');
  json.Member("Ref", plan).Close('}').Name("BackupSelection").Open('{');
  json.Member("SelectionName", table.name).Name("IamRoleArn");
  GetAttribute(json, role, "Arn");
  json.Name("Resources").Open('[');
  GetAttribute(json, name, "Arn");
  json.Close(']').Close('}').Close('}').Close('}');
}

// What of the metric is watched: the table's share, one index's, one operation's.
void Dimensions(JsonText& json, const std::string& table, const Watch& watch,
                std::string_view operation) {
  json.Name("Dimensions").Open('[');
  if (watch.of_table) {
    json.Open('{').Member("Name", "TableName").Name("Value").Open('{');
    json.Member("Ref", table).Close('}').Close('}');
  }
  const auto add = [&](const char* name, std::string_view value) {
    if (!value.empty()) json.Open('{').Member("Name", name).Member("Value", value).Close('}');
  };
  add("GlobalSecondaryIndexName", watch.alarm->index);
  add("Operation", operation);
  json.Close(']');
}

void OperationMetrics(JsonText& json, const std::string& table, const Watch& watch) {
  json.Name("Metrics").Open('[');
  json.Open('{').Member("Id", "together");
  json.Member("Expression", std::string(watch.together) + "(METRICS())").Close('}');
  for (std::size_t i = 0; i < watch.operations.size(); ++i) {
    json.Open('{').Member("Id", "m" + std::to_string(i)).Member("ReturnData", false);
    json.Name("MetricStat").Open('{').Name("Metric").Open('{');
    json.Member("Namespace", "AWS/DynamoDB").Member("MetricName", watch.alarm->metric);
    Dimensions(json, table, watch, watch.operations[i]);
    json.Close('}').Member("Stat", watch.statistic);
    json.Member("Period", static_cast<std::int64_t>(watch.alarm->period.count()));
    json.Close('}').Close('}');
  }
  json.Close(']');
}

// `name` is the alarm's, `table` that of the table's resource.
void AlarmOf(JsonText& json, const std::string& name, const std::string& table,
             const Watch& watch) {
  const Alarm& alarm = *watch.alarm;
  json.Name(name).Open('{');
  json.Member("Type", "AWS::CloudWatch::Alarm").Name("Properties").Open('{');
  json.Member("AlarmName", watch.name);
  if (watch.operations.empty()) {
    json.Member("Namespace", "AWS/DynamoDB").Member("MetricName", alarm.metric);
    Dimensions(json, table, watch, "");
    json.Member(watch.percentile ? "ExtendedStatistic" : "Statistic", watch.statistic);
    json.Member("Period", static_cast<std::int64_t>(alarm.period.count()));
  } else {
    OperationMetrics(json, table, watch);
  }
  json.Member("EvaluationPeriods", 1).Member("Threshold", alarm.above);
  json.Member("ComparisonOperator", "GreaterThanThreshold");
  json.Member("TreatMissingData", "notBreaching").Close('}').Close('}');
}

}  // namespace

std::string CloudFormation(const Model& model) {
  JsonText json;
  json.Open('{').Member("AWSTemplateFormatVersion", "2010-09-09");
  json.Member("Description", model.title.empty() ? model.name : model.title);
  json.Name("Resources").Open('{');
  UniqueNames names("");
  for (const Table& table : model.tables) names.Of(table.name, PascalName(table.name));
  const auto name_of = [&](const Table& table) { return names.Of(table.name, ""); };
  for (const Table& table : model.tables) {
    const std::string name = name_of(table);
    TableOf(json, name, table);
    BackupsOf(json, name, table, names);
    for (const Watch& watch : WatchesOf(model, table)) {
      const std::string& alarm = watch.alarm->name;
      AlarmOf(json, names.Of(table.name + "/alarm/" + alarm, name + PascalName(alarm)), name,
              watch);
    }
  }
  json.Close('}').Name("Outputs").Open('{');
  UniqueNames outputs("");
  for (const Table& table : model.tables) {
    const auto output = [&](const char* attribute) {
      const std::string name = name_of(table);
      json.Name(outputs.Of(table.name + "/" + attribute, name + attribute)).Open('{').Name("Value");
      GetAttribute(json, name, attribute);
      json.Close('}');
    };
    output("Arn");
    if (table.stream != StreamView::kNone) output("StreamArn");
  }
  json.Close('}').Close('}');
  return std::move(json).Take();
}

}  // namespace trestle::model
