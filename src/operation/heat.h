#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "capacity/table_meter.h"
#include "operation/local_database.h"

namespace trestle {

// What a table and its global indexes have seen since somebody counts.
struct TableHeat {
  struct Resource {
    std::string arn;
    ResourceHeat heat;
  };
  std::string table_name;
  bool counted = false;  // now
  std::vector<Resource> resources;
};

// At most so many partitions and keys of each kind.
Result<TableHeat> HeatOf(LocalDatabase& database, std::string_view table_name, std::size_t most);

}  // namespace trestle
