#include "operation/heat.h"

#include <algorithm>

#include "table/messages.h"
#include "table/table_state.h"

namespace trestle {
namespace {

bool IsCounted(const std::optional<InsightsDefinition>& insights) {
  return insights && insights->enabled;
}

}  // namespace

Result<TableHeat> HeatOf(LocalDatabase& database, std::string_view table_name, std::size_t most) {
  const TablePtr table = database.catalog().FindInAnyState(table_name);
  if (table == nullptr) return messages::TableNotFound(table_name);
  const TableDefinition& definition = table->definition();
  TableHeat heat;
  heat.table_name = definition.name;
  heat.counted =
      database.gatekeeper().CountsAll() || IsCounted(definition.insights) ||
      std::any_of(definition.indexes.begin(), definition.indexes.end(),
                  [](const IndexDefinition& index) { return IsCounted(index.insights); });
  if (table->state() == nullptr) return heat;
  for (ResourceHeat& of : table->state()->meter.Heat(most)) {
    // An index that was dropped is no longer there to be named.
    const IndexDefinition* const index = definition.FindIndex(of.index_id);
    if (of.index_id != 0 && index == nullptr) continue;
    const std::string arn = index ? definition.IndexArn(index->name) : definition.Arn();
    heat.resources.push_back({.arn = arn, .heat = std::move(of)});
  }
  return heat;
}

}  // namespace trestle
