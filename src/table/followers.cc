#include "table/followers.h"

#include "history/undo_record.h"

namespace trestle {

bool HasFollowers(const TableDefinition& definition) { return definition.KeepsHistory(); }

void AddFollowers(const TableDefinition& definition, const Change& change, WriteBatch& batch) {
  if (definition.KeepsHistory()) AddUndoRecord(definition.id, change, batch);
}

}  // namespace trestle
