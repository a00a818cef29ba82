#include "load/target.h"

#include <memory>
#include <thread>
#include <utility>

#include "client/json_member.h"
#include "load/call.h"
#include "load/driver.h"
#include "load/item_loader.h"
#include "load/messages.h"

namespace trestle::load {
namespace {

using client::JsonElements;
using client::JsonMember;
using client::JsonText;

using std::chrono::milliseconds;

constexpr std::chrono::minutes kPatienceForTables{5};
constexpr milliseconds kBetweenLooks{100};

std::string TableMember(std::string_view table) {
  return R"("TableName":")" + std::string(table) + "\"";
}

std::string CreateTableBody(std::string_view table) {
  return "{" + TableMember(table) +
         R"(,"BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[)"
         R"({"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},)"
         R"({"AttributeName":"gpk","AttributeType":"S"},)"
         R"({"AttributeName":"gsk","AttributeType":"S"}],"KeySchema":[)"
         R"({"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],)"
         R"("GlobalSecondaryIndexes":[{"IndexName":")" +
         std::string(kIndexName) +
         R"(","KeySchema":[{"AttributeName":"gpk","KeyType":"HASH"},)"
         R"({"AttributeName":"gsk","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}]})";
}

}  // namespace

Target::Target(Endpoint endpoint, std::string table, Caller caller, const Clock& clock)
    : endpoint_(std::move(endpoint)),
      table_(std::move(table)),
      caller_(std::move(caller)),
      clock_(clock) {}

Status Target::CreateTable(const std::atomic<bool>& stop) {
  TRESTLE_RETURN_IF_ERROR(endpoint_.Resolve());
  TRESTLE_TRY(const Reply created,
              Call(endpoint_, MakeWriter(), "CreateTable", CreateTableBody(table_)));
  if (created.status != 200) {
    if (created.ErrorType() == "ResourceInUseException") {
      return messages::TableExists(endpoint_.url(), table_);
    }
    return messages::NotDynamo(endpoint_.url(), "CreateTable", created.status, created.body);
  }
  has_table_ = true;
  const Instant end = SteadyClock::now() + kPatienceForTables;
  while (!stop) {
    TRESTLE_TRY(const std::string state, TableState());
    if (state == "ACTIVE") return {};
    if (SteadyClock::now() > end) {
      return messages::TableNeverActive(endpoint_.url(), table_, state);
    }
    std::this_thread::sleep_for(kBetweenLooks);
  }
  return messages::Interrupted();
}

Result<std::string> Target::TableState() const {
  TRESTLE_TRY(const Reply reply,
              Call(endpoint_, MakeWriter(), "DescribeTable", "{" + TableMember(table_) + "}"));
  // Where tables are made in the background, a new one may not be known for a moment.
  if (reply.ErrorType() == "ResourceNotFoundException") return std::string("CREATING");
  if (reply.status != 200) {
    return messages::NotDynamo(endpoint_.url(), "DescribeTable", reply.status, reply.body);
  }
  const std::string_view table = JsonMember(reply.body, "Table").value_or("");
  std::string state(JsonText(JsonMember(table, "TableStatus").value_or("")));
  if (state != "ACTIVE") return state;
  const std::string_view indexes = JsonMember(table, "GlobalSecondaryIndexes").value_or("");
  for (const std::string_view index : JsonElements(indexes)) {
    state = JsonText(JsonMember(index, "IndexStatus").value_or(""));
    if (state != "ACTIVE") return state;
  }
  return state;
}

Status Target::LoadItems(const TableContents& contents, std::size_t connections,
                         const LoadProgress& progress, const std::atomic<bool>& stop) {
  const ItemWriter items(kLoadedPrefix, contents.item_bytes);
  ItemLoader loader(table_, items, contents.items);
  TRESTLE_TRY(const std::unique_ptr<Driver> driver,
              Driver::Open(endpoint_, MakeWriter(), {.connections = connections}, loader, stop));
  while (!loader.Done() && !stop) {
    driver->RunUntil(SteadyClock::now() + milliseconds(200));
    progress(loader.loaded(), contents.items);
  }
  driver->Drain(std::chrono::seconds(5));
  if (!loader.failure().empty()) return messages::LoadingStuck(endpoint_.url(), loader.failure());
  if (stop) return messages::Interrupted();
  return {};
}

Status Target::DeleteTable() {
  if (!has_table_) return {};
  has_table_ = false;
  TRESTLE_TRY(const Reply deleted,
              Call(endpoint_, MakeWriter(), "DeleteTable", "{" + TableMember(table_) + "}"));
  if (deleted.status == 200) return {};
  return messages::NotDynamo(endpoint_.url(), "DeleteTable", deleted.status, deleted.body);
}

}  // namespace trestle::load
