#include "cli/table_like.h"

#include <utility>

#include "base/time_text.h"
#include "cli/data_messages.h"

namespace trestle {
namespace {

std::vector<KeySchemaElement> SchemaOf(const KeySchema& keys) {
  std::vector<KeySchemaElement> elements;
  for (const KeyAttribute& key : keys.hash) {
    elements.push_back({.attribute_name = key.name, .hash = true});
  }
  for (const KeyAttribute& key : keys.range) {
    elements.push_back({.attribute_name = key.name, .hash = false});
  }
  return elements;
}

IndexRequest RequestFor(const IndexDefinition& index, BillingMode billing) {
  IndexRequest request;
  request.name = index.name;
  request.key_schema = SchemaOf(index.keys);
  request.projection.type = index.projection;
  if (index.projection == ProjectionType::kInclude) {
    request.projection.non_key_attributes = index.included;
  }
  if (index.local) return request;
  if (billing == BillingMode::kProvisioned) {
    request.throughput = {.read = index.throughput.read, .write = index.throughput.write};
  }
  request.on_demand_maximum = index.on_demand_maximum;
  return request;
}

}  // namespace

CreateTableRequest RequestFor(const TableDefinition& table, std::string name) {
  CreateTableRequest request;
  request.table_name = std::move(name);
  request.attributes.emplace();
  for (const KeyAttribute& attribute : table.attributes) {
    request.attributes->push_back({.name = attribute.name, .type = attribute.type});
  }
  request.key_schema = SchemaOf(table.keys);
  for (const IndexDefinition& index : table.indexes) {
    auto& indexes = index.local ? request.local_indexes : request.global_indexes;
    if (!indexes) indexes.emplace();
    indexes->push_back(RequestFor(index, table.billing));
  }
  request.billing = table.billing;
  if (table.billing == BillingMode::kProvisioned) {
    request.throughput = {.read = table.throughput.read, .write = table.throughput.write};
  }
  request.on_demand_maximum = table.on_demand_maximum;
  if (table.stream.enabled) request.stream = {.enabled = true, .view = table.stream.view};
  request.table_class = table.table_class;
  return request;
}

Result<TableDescription> WaitUntilActive(Database& database, const std::string& table_name,
                                         const Interruption& interruption, Progress& progress) {
  while (true) {
    TRESTLE_TRY(TableDescription description, database.DescribeTable(table_name));
    if (description.status == TableStatus::kActive) return description;
    if (description.status == TableStatus::kDeleting) return messages::TableGoesAway(table_name);
    progress.Say("waiting for the table " + table_name);
    if (!interruption.Wait(std::chrono::milliseconds(200))) return messages::Interrupted();
  }
}

std::string IdentityOf(const TableDefinition& table) {
  return table.uuid.empty() ? table.name + " of " + FormatInstant(table.created) : table.uuid;
}

}  // namespace trestle
