#include <algorithm>

#include "model/code_text.h"
#include "model/export.h"
#include "model/export_alarms.h"
#include "model/unique_names.h"
#include "model/words.h"

namespace trestle::model {
namespace {

// A text of HCL; "${" would begin an expression.
std::string Quoted(std::string_view text) {
  std::string doubled;
  for (std::size_t i = 0; i < text.size(); ++i) {
    doubled.push_back(text[i]);
    if ((text[i] == '$' || text[i] == '%') && i + 1 < text.size() && text[i + 1] == '{') {
      doubled.push_back(text[i]);
    }
  }
  return QuotedText(doubled);
}

bool HasWideKey(const Index& index) {
  return index.partition_key.size() > 1 || index.sort_key.size() > 1;
}

bool HasWideKeys(const Model& model) {
  return std::ranges::any_of(model.tables, [](const Table& table) {
    return std::ranges::any_of(table.indexes, HasWideKey);
  });
}

void Projected(CodeText& code, const Index& index) {
  code.Line("projection_type = " + Quoted(WireProjection(index.projection.kind)));
  if (index.projection.attributes.empty()) return;
  std::string names;
  for (const std::string& name : index.projection.attributes) {
    names.append(names.empty() ? "" : ", ").append(Quoted(name));
  }
  code.Line("non_key_attributes = [" + names + "]");
}

void Keys(CodeText& code, const Index& index) {
  if (!HasWideKey(index)) {
    code.Line("hash_key = " + Quoted(index.partition_key[0].name));
    if (!index.sort_key.empty()) code.Line("range_key = " + Quoted(index.sort_key[0].name));
    return;
  }
  const auto element = [&](const KeyAttribute& key, const char* type) {
    code.Open("key_schema {").Line("attribute_name = " + Quoted(key.name));
    code.Line(std::string("key_type = \"") + type + "\"").Close("}");
  };
  for (const KeyAttribute& key : index.partition_key) element(key, "HASH");
  for (const KeyAttribute& key : index.sort_key) element(key, "RANGE");
}

void IndexOf(CodeText& code, const Table& table, const Index& index) {
  code.Open(index.local ? "local_secondary_index {" : "global_secondary_index {");
  code.Line("name = " + Quoted(index.name));
  if (index.local) {
    if (!index.sort_key.empty()) code.Line("range_key = " + Quoted(index.sort_key[0].name));
  } else {
    Keys(code, index);
  }
  Projected(code, index);
  if (table.provisioned && !index.local) {
    const Throughput throughput = index.throughput.value_or(*table.provisioned);
    code.Line("read_capacity = " + std::to_string(throughput.read));
    code.Line("write_capacity = " + std::to_string(throughput.write));
  }
  code.Close("}");
}

void Settings(CodeText& code, const Table& table) {
  if (table.stream != StreamView::kNone) {
    code.Line("stream_enabled = true");
    code.Line("stream_view_type = " + Quoted(WireView(table.stream)));
  }
  code.Line(std::string("deletion_protection_enabled = ") +
            (table.deletion_protection ? "true" : "false"));
  code.Line(std::string("table_class = ") +
            (table.infrequent_access ? "\"STANDARD_INFREQUENT_ACCESS\"" : "\"STANDARD\""));
  if (!table.ttl.empty()) {
    code.Open("ttl {").Line("attribute_name = " + Quoted(table.ttl));
    code.Line("enabled = true").Close("}");
  }
  if (table.pitr_days) {
    code.Open("point_in_time_recovery {").Line("enabled = true");
    code.Line("recovery_period_in_days = " + std::to_string(*table.pitr_days)).Close("}");
  }
  if (table.kms) code.Open("server_side_encryption {").Line("enabled = true").Close("}");
}

void TableOf(CodeText& code, const std::string& name, const Table& table) {
  code.Line("").Open("resource \"aws_dynamodb_table\" \"" + name + "\" {");
  code.Line("name = " + Quoted(table.name));
  code.Line(std::string("billing_mode = ") +
            (table.provisioned ? "\"PROVISIONED\"" : "\"PAY_PER_REQUEST\""));
  if (table.provisioned) {
    code.Line("read_capacity = " + std::to_string(table.provisioned->read));
    code.Line("write_capacity = " + std::to_string(table.provisioned->write));
  }
  code.Line("hash_key = " + Quoted(table.partition_key.name));
  if (table.sort_key) code.Line("range_key = " + Quoted(table.sort_key->name));
  for (const KeyAttribute& key : UsedKeys(table)) {
    code.Open("attribute {").Line("name = " + Quoted(key.name));
    code.Line("type = " + Quoted(WireType(key.type))).Close("}");
  }
  for (const Index& index : table.indexes) IndexOf(code, table, index);
  Settings(code, table);
  code.Close("}");
}

void BackupsOf(CodeText& code, const std::string& name, const Table& table) {
  if (!table.backups) return;
  code.Line("").Open("resource \"aws_backup_vault\" \"" + name + "\" {");
  code.Line("name = " + Quoted(table.name + "-backups")).Close("}");
  code.Line("").Open("resource \"aws_backup_plan\" \"" + name + "\" {");
  code.Line("name = " + Quoted(table.name)).Open("rule {").Line("rule_name = \"scheduled\"");
  code.Line("target_vault_name = aws_backup_vault." + name + ".name");
  code.Line("schedule = " + Quoted(BackupSchedule(*table.backups))).Open("lifecycle {");
  code.Line("delete_after = " + std::to_string(KeptDays(*table.backups)));
  code.Close("}").Close("}").Close("}");
  code.Line("").Open("resource \"aws_iam_role\" \"" + name + "_backup\" {");
  code.Line("name = " + Quoted(table.name + "-backup")).Open("assume_role_policy = jsonencode({");
  code.Line("Version = \"2012-10-17\"").Open("Statement = [{").Line("Effect = \"Allow\"");
  code.Line("Principal = { Service = \"backup.amazonaws.com\" }")
      .Line("Action = \"sts:AssumeRole\"");
  code.Close("}]").Close("})").Close("}");
  code.Line("").Open("resource \"aws_iam_role_policy_attachment\" \"" + name + "_backup\" {");
  code.Line("role = aws_iam_role." + name + "_backup.name");
  code.Line(
      "policy_arn = \"arn:aws:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup\"");
  code.Close("}");
  code.Line("").Open("resource \"aws_backup_selection\" \"" + name + "\" {");
  code.Line("name = " + Quoted(table.name)).Line("plan_id = aws_backup_plan." + name + ".id");
  code.Line("iam_role_arn = aws_iam_role." + name + "_backup.arn");
  code.Line("resources = [aws_dynamodb_table." + name + ".arn]").Close("}");
}

// What of the metric is watched: the table's share, one index's, one operation's.
void MetricOf(CodeText& code, const std::string& table, const Watch& watch,
              std::string_view operation) {
  code.Line("namespace = \"AWS/DynamoDB\"")
      .Line("metric_name = " + Quoted(watch.alarm->metric))
      .Line("period = " + std::to_string(watch.alarm->period.count()));
  std::string dimensions;
  const auto add = [&](const char* name, const std::string& value) {
    dimensions.append(dimensions.empty() ? "" : ", ").append(name).append(" = ").append(value);
  };
  if (watch.of_table) add("TableName", "aws_dynamodb_table." + table + ".name");
  if (!watch.alarm->index.empty()) add("GlobalSecondaryIndexName", Quoted(watch.alarm->index));
  if (!operation.empty()) add("Operation", Quoted(operation));
  if (!dimensions.empty()) code.Line("dimensions = { " + dimensions + " }");
}

// `name` is the alarm's, `table` that of the table's resource.
void AlarmOf(CodeText& code, const std::string& name, const std::string& table,
             const Watch& watch) {
  code.Line("").Open("resource \"aws_cloudwatch_metric_alarm\" \"" + name + "\" {");
  code.Line("alarm_name = " + Quoted(watch.name));
  if (watch.operations.empty()) {
    MetricOf(code, table, watch, "");
    code.Line((watch.percentile ? "extended_statistic = " : "statistic = ") +
              Quoted(watch.statistic));
  } else {
    code.Open("metric_query {").Line("id = \"together\"").Line("return_data = true");
    code.Line("expression = " + Quoted(std::string(watch.together) + "(METRICS())")).Close("}");
  }
  for (std::size_t i = 0; i < watch.operations.size(); ++i) {
    code.Open("metric_query {").Line("id = \"m" + std::to_string(i) + "\"").Open("metric {");
    MetricOf(code, table, watch, watch.operations[i]);
    code.Line("stat = " + Quoted(watch.statistic)).Close("}").Close("}");
  }
  code.Line("evaluation_periods = 1").Line("threshold = " + Fixed(watch.alarm->above, 3));
  code.Line("comparison_operator = \"GreaterThanThreshold\"");
  code.Line("treat_missing_data = \"notBreaching\"").Close("}");
}

}  // namespace

std::string Terraform(const Model& model) {
  CodeText code;
  code.Line("# Tables of the model " + model.name + ", version " + std::to_string(model.version) +
            ".");
  code.Open("terraform {").Open("required_providers {").Open("aws = {");
  code.Line("source = \"hashicorp/aws\"");
  // Keys of several attributes came with that version.
  code.Line(HasWideKeys(model) ? "version = \">= 6.29\"" : "version = \">= 5.98\"");
  code.Close("}").Close("}").Close("}");
  // Names are each resource type's own; what belongs to a table is called like it.
  UniqueNames tables("_");
  UniqueNames alarms("_");
  for (const Table& table : model.tables) {
    const std::string& name = tables.Of(table.name, SnakeName(table.name));
    TableOf(code, name, table);
    BackupsOf(code, name, table);
    for (const Watch& watch : WatchesOf(model, table)) {
      const std::string& alarm = watch.alarm->name;
      AlarmOf(code, alarms.Of(table.name + "/" + alarm, name + "_" + SnakeName(alarm)), name,
              watch);
    }
  }
  return std::move(code).Take();
}

}  // namespace trestle::model
