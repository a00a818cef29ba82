#include "operation/create_table.h"

#include "operation/index_rules.h"
#include "operation/new_table_checks.h"
#include "operation/table_settings.h"
#include "operation/throughput_rules.h"
#include "table/table_directory.h"

namespace trestle {
namespace {

Status DefineIndexes(const CreateTableRequest& request, TableDefinition& table) {
  for (const IndexRequest& index : OrNone(request.local_indexes)) {
    table.indexes.push_back(LocalIndexOf(index, *request.attributes));
  }
  for (const IndexRequest& index : OrNone(request.global_indexes)) {
    TRESTLE_TRY(IndexDefinition global,
                GlobalIndexOf(index, *request.attributes, BillingOf(request)));
    table.indexes.push_back(std::move(global));
  }
  return CheckIncludedAttributes(table.indexes);
}

Status DefineThroughput(const CreateTableRequest& request, TimePoint now, TableDefinition& table) {
  table.billing = BillingOf(request);
  if (table.billing == BillingMode::kPayPerRequest) table.last_to_pay_per_request = now;
  if (request.throughput) {
    table.throughput.read = request.throughput->read;
    table.throughput.write = request.throughput->write;
  }
  if (request.on_demand_maximum) {
    table.on_demand_maximum = MergedMaximum(std::nullopt, *request.on_demand_maximum);
  }
  TRESTLE_TRY(table.warm_throughput,
              RaisedWarmThroughput(InitialWarmThroughput(table.billing, table.throughput),
                                   request.warm_throughput.value_or(UnitsPerSecond{}), "table"));
  return {};
}

Result<TableDefinition> DefinitionOf(const CreateTableRequest& request,
                                     const OperationContext& context) {
  const TimePoint now = context.clock.Now();
  TableDefinition table;
  table.name = TableNameOf(request.table_name);
  table.region = context.region;
  table.keys = Resolve(*request.key_schema, *request.attributes);
  for (const AttributeDefinition& definition : *request.attributes) {
    table.attributes.push_back({definition.name, definition.type});
  }
  TRESTLE_RETURN_IF_ERROR(DefineThroughput(request, now, table));
  TRESTLE_RETURN_IF_ERROR(DefineIndexes(request, table));
  if (request.stream) table.stream = StreamOf(*request.stream);
  if (request.encryption) table.encryption = EncryptionOf(*request.encryption, context.region);
  table.table_class = request.table_class;
  table.deletion_protection = request.deletion_protection.value_or(false);
  if (request.tags) TRESTLE_RETURN_IF_ERROR(AddTags(*request.tags, table.tags));
  return table;
}

}  // namespace

Result<TableDefinition> NewTable(const CreateTableRequest& request,
                                 const OperationContext& context) {
  TRESTLE_RETURN_IF_ERROR(CheckNewTable(request));
  return DefinitionOf(request, context);
}

Result<TableDescription> CreateTable(OperationContext& context, const CreateTableRequest& request) {
  TRESTLE_TRY(TableDefinition definition, NewTable(request, context));
  context.AnswerAfterLatest();
  TRESTLE_TRY(TablePtr table, context.catalog.Create(std::move(definition)));
  context.AnswerAfterLatest();
  return Describe(context, std::move(table));
}

}  // namespace trestle
