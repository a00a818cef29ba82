#include <algorithm>
#include <memory>
#include <utility>

#include "remote/read.h"
#include "remote/wire_names.h"
#include "table/table.h"

// Answers of the operations on tables.
namespace trestle::remote::read {
namespace {

std::vector<KeyAttribute> Attributes(const Answer& in) {
  std::vector<KeyAttribute> attributes;
  for (const Json& element : in.List("AttributeDefinitions")) {
    const Answer one(element);
    attributes.push_back(
        {.name = one.Text("AttributeName"),
         .type =
             ValueIn(kScalarNames, one.Text("AttributeType")).value_or(AttributeType::kString)});
  }
  return attributes;
}

std::optional<UnitsPerSecond> Units(const std::optional<Answer>& in, std::string_view read,
                                    std::string_view write) {
  if (!in) return std::nullopt;
  return UnitsPerSecond{.read = in->OptionalInteger(read), .write = in->OptionalInteger(write)};
}

IndexDefinition Index(const Answer& in, const std::vector<KeyAttribute>& attributes, bool local) {
  IndexDefinition index;
  index.name = in.Text("IndexName");
  index.local = local;
  index.keys = Keys(in, attributes);
  if (const std::optional<Answer> projection = in.Object("Projection")) {
    index.projection = ValueIn(kProjectionNames, projection->Text("ProjectionType"))
                           .value_or(ProjectionType::kAll);
    index.included = projection->Texts("NonKeyAttributes");
  }
  if (const std::optional<std::string> status = in.OptionalText("IndexStatus")) {
    index.status = ValueIn(kIndexStatusNames, *status).value_or(IndexStatus::kUpdating);
  }
  index.backfilling = in.Flag("Backfilling");
  index.throughput = Throughput(in);
  index.on_demand_maximum =
      Units(in.Object("OnDemandThroughput"), "MaxReadRequestUnits", "MaxWriteRequestUnits");
  index.warm_throughput =
      Units(in.Object("WarmThroughput"), "ReadUnitsPerSecond", "WriteUnitsPerSecond");
  return index;
}

void Billing(const Answer& in, TableDefinition& table) {
  if (const std::optional<Answer> summary = in.Object("BillingModeSummary")) {
    table.billing =
        ValueIn(kBillingNames, summary->Text("BillingMode")).value_or(BillingMode::kProvisioned);
    table.last_to_pay_per_request = summary->Time("LastUpdateToPayPerRequestDateTime");
  }
  table.throughput = Throughput(in);
  table.on_demand_maximum =
      Units(in.Object("OnDemandThroughput"), "MaxReadRequestUnits", "MaxWriteRequestUnits");
  table.warm_throughput =
      Units(in.Object("WarmThroughput"), "ReadUnitsPerSecond", "WriteUnitsPerSecond");
}

void Features(const Answer& in, TableDefinition& table) {
  if (const std::optional<Answer> stream = in.Object("StreamSpecification")) {
    table.stream.enabled = stream->Flag("StreamEnabled");
    table.stream.view =
        ValueIn(kStreamViewNames, stream->Text("StreamViewType")).value_or(StreamView::kKeysOnly);
  }
  table.stream.label = in.Text("LatestStreamLabel");
  if (const std::optional<Answer> encryption = in.Object("SSEDescription")) {
    table.encryption = EncryptionDefinition{.enabled = encryption->Text("Status") == "ENABLED",
                                            .type = encryption->Text("SSEType"),
                                            .key_arn = encryption->Text("KMSMasterKeyArn")};
  }
  if (const std::optional<Answer> summary = in.Object("TableClassSummary")) {
    table.table_class = ValueIn(kTableClassNames, summary->Text("TableClass"));
    table.table_class_changed = summary->Time("LastUpdateDateTime");
  }
  if (const std::optional<Answer> restore = in.Object("RestoreSummary")) {
    table.restored =
        RestoreDefinition{.table_arn = restore->Text("SourceTableArn"),
                          .backup_arn = restore->Text("SourceBackupArn"),
                          .time = restore->Time("RestoreDateTime").value_or(TimePoint())};
    table.filling = restore->Flag("RestoreInProgress");
  }
  table.deletion_protection = in.Flag("DeletionProtectionEnabled");
}

}  // namespace

KeySchema Keys(const Answer& in, const std::vector<KeyAttribute>& attributes) {
  KeySchema keys;
  for (const Json& element : in.List("KeySchema")) {
    const Answer one(element);
    KeyAttribute key{.name = one.Text("AttributeName"), .type = AttributeType::kString};
    const auto known =
        std::find_if(attributes.begin(), attributes.end(),
                     [&](const KeyAttribute& attribute) { return attribute.name == key.name; });
    if (known != attributes.end()) key.type = known->type;
    (one.Text("KeyType") == "RANGE" ? keys.range : keys.hash).push_back(std::move(key));
  }
  return keys;
}

std::vector<IndexDefinition> Indexes(const Answer& in,
                                     const std::vector<KeyAttribute>& attributes) {
  std::vector<IndexDefinition> indexes;
  for (const Json& element : in.List("LocalSecondaryIndexes")) {
    indexes.push_back(Index(Answer(element), attributes, true));
  }
  for (const Json& element : in.List("GlobalSecondaryIndexes")) {
    indexes.push_back(Index(Answer(element), attributes, false));
  }
  return indexes;
}

ProvisionedThroughput Throughput(const Answer& in) {
  const std::optional<Answer> found = in.Object("ProvisionedThroughput");
  if (!found) return {};
  return {.read = found->Integer("ReadCapacityUnits"),
          .write = found->Integer("WriteCapacityUnits"),
          .last_increase = found->Time("LastIncreaseDateTime"),
          .last_decrease = found->Time("LastDecreaseDateTime"),
          .decreases_today = found->Integer("NumberOfDecreasesToday")};
}

// arn:aws:dynamodb:REGION:ACCOUNT:table/NAME, and more after a slash.
void PlaceTable(std::string_view arn, TableDefinition& table) {
  constexpr std::string_view kTable = ":table/";
  const std::size_t found = arn.find(kTable);
  if (found == std::string_view::npos) return;
  const std::size_t name = found + kTable.size();
  const std::size_t end = std::min(arn.find('/', name), arn.size());
  if (table.name.empty()) table.name = arn.substr(name, end - name);
  table.foreign_arn = arn.substr(0, end);
  std::size_t part = 0;
  for (int i = 0; i < 3 && part != std::string_view::npos; ++i) {
    part = arn.find(':', part);
    if (part != std::string_view::npos) ++part;
  }
  if (part == std::string_view::npos) return;
  table.region = arn.substr(part, arn.find(':', part) - part);
}

Result<TableDescription> Table(const Answer& in, std::string_view member) {
  const std::optional<Answer> found = in.Object(member);
  if (!found || !found->Has("TableName")) return Unreadable();
  TableDefinition table;
  table.name = found->Text("TableName");
  PlaceTable(found->Text("TableArn"), table);
  table.uuid = found->Text("TableId");
  table.created = found->Time("CreationDateTime").value_or(TimePoint());
  table.attributes = Attributes(*found);
  table.keys = Keys(*found, table.attributes);
  table.indexes = Indexes(*found, table.attributes);
  Billing(*found, table);
  Features(*found, table);
  TableDescription description;
  description.status =
      ValueIn(kTableStatusNames, found->Text("TableStatus")).value_or(TableStatus::kUpdating);
  table.status = description.status;
  description.statistics = {.items = found->Integer("ItemCount"),
                            .bytes = found->Integer("TableSizeBytes")};
  for (const std::string_view kind : {"LocalSecondaryIndexes", "GlobalSecondaryIndexes"}) {
    for (const Json& element : found->List(kind)) {
      const Answer index(element);
      description.index_statistics.push_back(
          {.items = index.Integer("ItemCount"), .bytes = index.Integer("IndexSizeBytes")});
    }
  }
  description.table = std::make_shared<trestle::Table>(std::move(table));
  return description;
}

Result<ListTablesResponse> ListTables(const Answer& in) {
  if (!in.Has("TableNames")) return Unreadable();
  return ListTablesResponse{.table_names = in.Texts("TableNames"),
                            .last_evaluated_table_name = in.OptionalText("LastEvaluatedTableName")};
}

Result<ListTagsResponse> ListTags(const Answer& in) {
  ListTagsResponse response;
  for (const Json& element : in.List("Tags")) {
    const Answer tag(element);
    response.tags.push_back({.key = tag.Text("Key"), .value = tag.Text("Value")});
  }
  response.next_token = in.OptionalText("NextToken");
  return response;
}

Result<TimeToLiveSpecification> UpdatedTimeToLive(const Answer& in) {
  const std::optional<Answer> found = in.Object("TimeToLiveSpecification");
  if (!found) return Unreadable();
  return TimeToLiveSpecification{.enabled = found->Flag("Enabled"),
                                 .attribute_name = found->Text("AttributeName")};
}

Result<TimeToLiveDescription> TimeToLive(const Answer& in) {
  const std::optional<Answer> found = in.Object("TimeToLiveDescription");
  if (!found) return Unreadable();
  return TimeToLiveDescription{
      .status = ValueIn(kTimeToLiveStatusNames, found->Text("TimeToLiveStatus"))
                    .value_or(TimeToLiveStatus::kDisabled),
      .attribute_name = found->OptionalText("AttributeName")};
}

}  // namespace trestle::remote::read
