#include "operation/table_admin.h"
#include "table/messages.h"

namespace trestle {
namespace {

// CREATING and UPDATING end by themselves, which the definition may not have been told yet.
TableStatus StatusAt(TimePoint now, const TableDefinition& table) {
  const bool passing =
      table.status == TableStatus::kCreating || table.status == TableStatus::kUpdating;
  return passing && now >= table.ready ? TableStatus::kActive : table.status;
}

}  // namespace

TableDescription Describe(const OperationContext& context, TablePtr table) {
  TableDescription description;
  description.status = StatusAt(context.clock.Now(), table->definition());
  description.statistics = context.catalog.Statistics(*table);
  for (const IndexDefinition& index : table->definition().indexes) {
    description.index_statistics.push_back(context.catalog.Statistics(*table, &index));
  }
  description.table = std::move(table);
  return description;
}

Result<TableDescription> DescribeTable(OperationContext& context, const std::string& table_name) {
  context.AnswerAfterLatest();
  TablePtr table = context.catalog.FindInAnyState(table_name);
  if (table == nullptr) return messages::TableNotFound(table_name);
  return Describe(context, std::move(table));
}

}  // namespace trestle
