#include "operation/consumed.h"

#include <algorithm>

namespace trestle {

ConsumedCapacity& ConsumedByTable::Of(const std::string& table_name) {
  const auto found =
      std::find_if(tables_.begin(), tables_.end(),
                   [&](const ConsumedCapacity& table) { return table.table_name == table_name; });
  if (found != tables_.end()) return *found;
  ConsumedCapacity& added = tables_.emplace_back();
  added.table_name = table_name;
  added.report = report_;
  return added;
}

void ConsumedByTable::Add(const ConsumedCapacity& part) {
  ConsumedCapacity& sum = Of(part.table_name);
  sum.table += part.table;
  for (const auto& [index, units] : part.global_indexes) sum.global_indexes[index] += units;
  for (const auto& [index, units] : part.local_indexes) sum.local_indexes[index] += units;
}

void ConsumedByTable::Add(const std::string& table_name, double table_units) {
  Of(table_name).table += table_units;
}

}  // namespace trestle
