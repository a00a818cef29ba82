#pragma once

#include "storage/store.h"
#include "stream/change.h"
#include "table/definition.h"

// What else is stored when an item changes, in the same batch: its stream record, its entry in the
// order of expiry, its record in the table's history.
namespace trestle {

// Whether a change of the table's items needs a stamp.
bool HasFollowers(const TableDefinition& definition);
void AddFollowers(const TableDefinition& definition, const Change& change, WriteBatch& batch);

}  // namespace trestle
