#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"
#include "model/import.h"

namespace trestle {

class Database;

// A table with its settings and up to `items` of its items.
Result<model::SeenTable> SeeTable(Database& database, const std::string& table, std::size_t items);

}  // namespace trestle
