#include "repository/own_table.h"

#include <chrono>
#include <thread>

#include "repository/messages.h"

namespace trestle::repository {
namespace {

constexpr int kMostWaitsForTable = 100;
constexpr std::chrono::milliseconds kWaitForTable{100};

}  // namespace

Status MakeOwnTable(Database& database, const std::string& table, const std::string& key) {
  CreateTableRequest request;
  request.table_name = table;
  request.attributes = {{.name = key}};
  request.key_schema = {{.attribute_name = key, .hash = true}};
  request.billing = BillingMode::kPayPerRequest;
  const auto created = database.CreateTable(request);
  if (!created && created.error().code != ErrorCode::kResourceInUse) {
    return tl::unexpected(created.error());
  }
  for (int wait = 0; wait < kMostWaitsForTable; ++wait) {
    TRESTLE_TRY(const TableDescription made, database.DescribeTable(table));
    if (made.status == TableStatus::kActive) return {};
    std::this_thread::sleep_for(kWaitForTable);
  }
  return messages::TableNotReady(table);
}

}  // namespace trestle::repository
