#include "table/followers.h"

#include "history/undo_record.h"
#include "table/stream_follower.h"

namespace trestle {

bool HasFollowers(const TableDefinition& definition) {
  return definition.stream.enabled || definition.KeepsHistory();
}

void AddFollowers(const TableDefinition& definition, const Change& change, WriteBatch& batch) {
  if (definition.stream.enabled) AddStreamRecord(definition, change, batch);
  if (definition.KeepsHistory()) AddUndoRecord(definition.id, change, batch);
}

}  // namespace trestle
