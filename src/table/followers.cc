#include "table/followers.h"

namespace trestle {

bool HasFollowers(const TableDefinition&) { return false; }

void AddFollowers(const TableDefinition&, const Change&, WriteBatch&) {}

}  // namespace trestle
