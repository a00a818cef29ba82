#pragma once

#include <string>

#include "cli/interruption.h"
#include "cli/progress.h"
#include "operation/database.h"

namespace trestle {

// What makes a table like this one under another name: keys, indexes, billing, stream, class. Its
// tags, time to live and recovery are set by other calls.
CreateTableRequest RequestFor(const TableDefinition& table, std::string name);

// Waits until the table can be used, telling so.
Result<TableDescription> WaitUntilActive(Database& database, const std::string& table_name,
                                         const Interruption& interruption, Progress& progress);

// Tells a table from one of the same name that came after it.
std::string IdentityOf(const TableDefinition& table);

}  // namespace trestle
