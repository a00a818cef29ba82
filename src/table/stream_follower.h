#pragma once

#include "storage/store.h"
#include "stream/change.h"
#include "table/definition.h"

namespace trestle {

// Adds the change's record to the open shard of its partition. The stream is enabled.
void AddStreamRecord(const TableDefinition& definition, const Change& change, WriteBatch& batch);

}  // namespace trestle
