#include "operation/table_admin.h"
#include "table/messages.h"
#include "table/table_directory.h"

namespace trestle {

TableDescription Describe(const OperationContext& context, TablePtr table) {
  TableDescription description;
  description.status = table->definition().status;
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
  if (table == nullptr) return messages::TableNotFound(TableNameOf(table_name));
  return Describe(context, std::move(table));
}

}  // namespace trestle
