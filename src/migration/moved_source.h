#pragma once

#include <string>

#include "base/result.h"
#include "operation/database.h"

namespace trestle::migration {

// Tags the table as moved to another one, or with an empty name takes the tag away. A TrestleDB
// then refuses writes of clients to it (table/moved_table.h); elsewhere the tag is a note. Without
// effect on an endpoint that knows no tags.
Status SetMovedTo(Database& database, const std::string& table, const std::string& to);

}  // namespace trestle::migration
