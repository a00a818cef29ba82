#include <algorithm>

#include "model/code_text.h"
#include "model/codegen_plan.h"
#include "model/export.h"
#include "model/export_alarms.h"
#include "model/unique_names.h"
#include "model/words.h"

namespace trestle::model {
namespace {

std::string KeyOf(const KeyAttribute& key) {
  static constexpr const char* kTypes[] = {"STRING", "NUMBER", "BINARY"};
  return "{ name: " + QuotedText(key.name) + ", type: dynamodb.AttributeType." +
         kTypes[static_cast<int>(key.type)] + " }";
}

std::string KeysOf(std::string_view one, const std::vector<KeyAttribute>& keys) {
  if (keys.size() == 1) return std::string(one) + "Key: " + KeyOf(keys[0]) + ",";
  std::string all;
  for (const KeyAttribute& key : keys) all.append(all.empty() ? "" : ", ").append(KeyOf(key));
  return std::string(one) + "Keys: [" + all + "],";
}

// Of a table of this construct, writes always scale by themselves.
std::string WriteCapacity(const Throughput& throughput) {
  const std::string units = std::to_string(throughput.write);
  return "dynamodb.Capacity.autoscaled({ minCapacity: " + units + ", maxCapacity: " + units + " })";
}

void IndexOf(CodeText& code, const Table& table, const Index& index) {
  code.Open("{").Line("indexName: " + QuotedText(index.name) + ",");
  if (!index.local) code.Line(KeysOf("partition", index.partition_key));
  if (!index.sort_key.empty()) code.Line(KeysOf("sort", index.sort_key));
  code.Line("projectionType: dynamodb.ProjectionType." +
            std::string(WireProjection(index.projection.kind)) + ",");
  if (!index.projection.attributes.empty()) {
    std::string names;
    for (const std::string& name : index.projection.attributes) {
      names.append(names.empty() ? "" : ", ").append(QuotedText(name));
    }
    code.Line("nonKeyAttributes: [" + names + "],");
  }
  if (table.provisioned && !index.local && index.throughput) {
    code.Line("readCapacity: dynamodb.Capacity.fixed(" + std::to_string(index.throughput->read) +
              "),");
    code.Line("writeCapacity: " + WriteCapacity(*index.throughput) + ",");
  }
  code.Close("},");
}

void Indexes(CodeText& code, const Table& table, bool local) {
  if (std::ranges::none_of(table.indexes,
                           [&](const Index& index) { return index.local == local; })) {
    return;
  }
  code.Open(local ? "localSecondaryIndexes: [" : "globalSecondaryIndexes: [");
  for (const Index& index : table.indexes) {
    if (index.local == local) IndexOf(code, table, index);
  }
  code.Close("],");
}

void Settings(CodeText& code, const Table& table) {
  if (table.provisioned) {
    code.Open("billing: dynamodb.Billing.provisioned({");
    code.Line("readCapacity: dynamodb.Capacity.fixed(" + std::to_string(table.provisioned->read) +
              "),");
    code.Line("writeCapacity: " + WriteCapacity(*table.provisioned) + ",").Close("}),");
  } else {
    code.Line("billing: dynamodb.Billing.onDemand(),");
  }
  if (table.stream != StreamView::kNone) {
    static constexpr const char* kViews[] = {"", "KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE",
                                             "NEW_AND_OLD_IMAGES"};
    code.Line(std::string("dynamoStream: dynamodb.StreamViewType.") +
              kViews[static_cast<int>(table.stream)] + ",");
  }
  if (!table.ttl.empty()) code.Line("timeToLiveAttribute: " + QuotedText(table.ttl) + ",");
  if (table.pitr_days) {
    code.Line(
        "pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, "
        "recoveryPeriodInDays: " +
        std::to_string(*table.pitr_days) + " },");
  }
  if (table.kms) code.Line("encryption: dynamodb.TableEncryptionV2.awsManagedKey(),");
  code.Line(std::string("deletionProtection: ") + (table.deletion_protection ? "true," : "false,"));
  code.Line(std::string("tableClass: dynamodb.TableClass.") +
            (table.infrequent_access ? "STANDARD_INFREQUENT_ACCESS," : "STANDARD,"));
  code.Line("removalPolicy: cdk.RemovalPolicy.RETAIN,");
}

// What of the metric is watched: the table's share, one index's, one operation's.
std::string MetricOf(const std::string& table, const Watch& watch, std::string_view operation) {
  std::string dimensions;
  const auto add = [&](const char* name, const std::string& value) {
    dimensions.append(dimensions.empty() ? "" : ", ").append(name).append(": ").append(value);
  };
  if (watch.of_table) add("TableName", "table" + table + ".tableName");
  if (!watch.alarm->index.empty()) add("GlobalSecondaryIndexName", QuotedText(watch.alarm->index));
  if (!operation.empty()) add("Operation", QuotedText(operation));
  return "new cloudwatch.Metric({ namespace: \"AWS/DynamoDB\", metricName: " +
         QuotedText(watch.alarm->metric) + ", dimensionsMap: { " + dimensions +
         " }, statistic: " + QuotedText(watch.statistic) + ", period: cdk.Duration.seconds(" +
         std::to_string(watch.alarm->period.count()) + ") })";
}

// `id` is the alarm's, `table` that of the table's construct.
void AlarmOf(CodeText& code, const std::string& id, const std::string& table, const Watch& watch) {
  code.Line("").Open("new cloudwatch.Alarm(this, " + QuotedText(id) + ", {");
  code.Line("alarmName: " + QuotedText(watch.name) + ",");
  if (watch.operations.empty()) {
    code.Line("metric: " + MetricOf(table, watch, "") + ",");
  } else {
    code.Open("metric: new cloudwatch.MathExpression({");
    code.Line("expression: \"" + std::string(watch.together) + "(METRICS())\",");
    code.Line("period: cdk.Duration.seconds(" + std::to_string(watch.alarm->period.count()) + "),");
    code.Open("usingMetrics: {");
    for (std::size_t i = 0; i < watch.operations.size(); ++i) {
      code.Line("m" + std::to_string(i) + ": " + MetricOf(table, watch, watch.operations[i]) + ",");
    }
    code.Close("},").Close("}),");
  }
  code.Line("threshold: " + Fixed(watch.alarm->above, 3) + ",").Line("evaluationPeriods: 1,");
  code.Line("comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,");
  code.Line("treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,").Close("});");
}

void TableOf(CodeText& code, const Model& model, const Table& table, UniqueNames& ids) {
  const std::string name = ids.Of(table.name, PascalName(table.name));
  code.Line("").Open("const table" + name + " = new dynamodb.TableV2(this, " + QuotedText(name) +
                     ", {");
  code.Line("tableName: " + QuotedText(table.name) + ",");
  code.Line("partitionKey: " + KeyOf(table.partition_key) + ",");
  if (table.sort_key) code.Line("sortKey: " + KeyOf(*table.sort_key) + ",");
  Indexes(code, table, false);
  Indexes(code, table, true);
  Settings(code, table);
  code.Close("});");
  if (table.backups) {
    code.Line("").Open("const backups" + name + " = new backup.BackupPlan(this, " +
                       QuotedText(ids.Of(table.name + "/Backups", name + "Backups")) + ", {");
    code.Open("backupPlanRules: [new backup.BackupPlanRule({");
    code.Line("scheduleExpression: events.Schedule.expression(" +
              QuotedText(BackupSchedule(*table.backups)) + "),");
    code.Line("deleteAfter: cdk.Duration.days(" + std::to_string(KeptDays(*table.backups)) + "),");
    code.Close("})],").Close("});");
    code.Line("backups" + name +
              ".addSelection(\"Tables\", { resources: "
              "[backup.BackupResource.fromArn(table" +
              name + ".tableArn)] });");
  }
  for (const Watch& watch : WatchesOf(model, table)) {
    const std::string& alarm = watch.alarm->name;
    AlarmOf(code, ids.Of(table.name + "/alarm/" + alarm, name + PascalName(alarm)), name, watch);
  }
}

}  // namespace

std::string Cdk(const Model& model) {
  CodeText code;
  code.Line("// Tables of the model " + model.name + ", version " + std::to_string(model.version) +
            ".");
  code.Line("import * as cdk from \"aws-cdk-lib\";");
  code.Line("import * as dynamodb from \"aws-cdk-lib/aws-dynamodb\";");
  const bool backups = std::ranges::any_of(
      model.tables, [](const Table& table) { return table.backups.has_value(); });
  if (backups) {
    code.Line("import * as backup from \"aws-cdk-lib/aws-backup\";");
    code.Line("import * as events from \"aws-cdk-lib/aws-events\";");
  }
  if (!model.alarms.empty()) {
    code.Line("import * as cloudwatch from \"aws-cdk-lib/aws-cloudwatch\";");
  }
  code.Line("import { Construct } from \"constructs\";").Line("");
  code.Open("export class " + DeclaredName(PascalName(model.name)) + "Stack extends cdk.Stack {");
  code.Open("constructor(scope: Construct, id: string, props?: cdk.StackProps) {");
  code.Line("super(scope, id, props);");
  UniqueNames ids("");
  for (const Table& table : model.tables) ids.Of(table.name, PascalName(table.name));
  for (const Table& table : model.tables) TableOf(code, model, table, ids);
  code.Close("}").Close("}");
  return std::move(code).Take();
}

}  // namespace trestle::model
