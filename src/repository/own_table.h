#pragma once

#include <string>

#include "base/result.h"
#include "operation/database.h"

namespace trestle::repository {

// Makes a table for this program's own rows, which have a text as their key, unless it is there;
// and waits until it can be used.
Status MakeOwnTable(Database& database, const std::string& table, const std::string& key);

}  // namespace trestle::repository
