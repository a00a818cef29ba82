#pragma once

#include "operation/restore_table.h"

namespace trestle {

// The definition of a table that is restored from one with the definition `source`: its keys,
// indexes, billing, throughput, encryption and class, as far as they are not overridden. Tags,
// stream, time to live, recovery and deletion protection do not come along.
struct RestoreTarget {
  const TableDefinition& source;
  const std::string& table_name;
  const RestoreOverrides& overrides;
};
Result<TableDefinition> RestoredDefinition(const RestoreTarget& target,
                                           const OperationContext& context);

}  // namespace trestle
