#include "load/request_bodies.h"

#include <algorithm>
#include <array>
#include <utility>

namespace trestle::load {
namespace {

constexpr std::array<std::string_view, kWorkloadCount> kOperations = {
    "GetItem",    "BatchGetItem",      "Query", "Query", "Scan", "UpdateItem", "PutItem",
    "DeleteItem", "TransactWriteItems"};

constexpr std::string_view kCount =
    R"json(,"UpdateExpression":"ADD cnt :one","ConditionExpression":"attribute_exists(pk)",)json"
    R"json("ExpressionAttributeValues":{":one":{"N":"1"}})json";

}  // namespace

std::string_view OperationOf(Workload workload) {
  return kOperations[static_cast<std::size_t>(workload)];
}

RequestBodies::RequestBodies(const std::string& table, Items items)
    : table_member_(R"("TableName":")" + table + "\""),
      batch_get_begin_(R"({"RequestItems":{")" + table + R"(":{"Keys":[)"),
      items_(std::move(items)) {}

void RequestBodies::Get(Random& random, std::string& out) const {
  out.assign("{").append(table_member_).append(R"(,"Key":)");
  items_.loaded.AppendKey(Draw(random), out);
  out.push_back('}');
}

// The service refuses a batch that names an item twice, which a skewed draw would do often.
void RequestBodies::BatchGet(Random& random, std::string& out) const {
  std::array<std::uint64_t, kBatchGetKeys> drawn;
  out.assign(batch_get_begin_);
  for (std::size_t i = 0; i < kBatchGetKeys; ++i) {
    const auto end = drawn.begin() + static_cast<std::ptrdiff_t>(i);
    std::uint64_t number = Draw(random);
    while (std::find(drawn.begin(), end, number) != end) {
      number = (number + 1) % items_.chooser.count();
    }
    drawn[i] = number;
    if (i > 0) out.push_back(',');
    items_.loaded.AppendKey(number, out);
  }
  out.append("]}}}");
}

// 20 items in a row of one partition, if it holds so many.
void RequestBodies::Query(Random& random, std::string& out) const {
  constexpr std::uint64_t kWanted = 20;
  const std::uint64_t number = Draw(random);
  const std::uint64_t first = std::min(number % kItemsPerPartition, kItemsPerPartition - kWanted);
  out.assign("{").append(table_member_);
  out.append(R"(,"KeyConditionExpression":"pk = :p AND sk BETWEEN :a AND :b",)"
             R"("ExpressionAttributeValues":{":p":{"S":")");
  items_.loaded.AppendPartition(number, out);
  out.append(R"("},":a":{"S":")");
  items_.loaded.AppendSort(first, out);
  out.append(R"("},":b":{"S":")");
  items_.loaded.AppendSort(first + kWanted - 1, out);
  out.append(R"("}}})");
}

void RequestBodies::GsiQuery(Random& random, std::string& out) const {
  out.assign("{").append(table_member_).append(R"(,"IndexName":")").append(kIndexName);
  out.append(R"(","KeyConditionExpression":"gpk = :g","ExpressionAttributeValues":{":g":{"S":")");
  items_.loaded.AppendTopic(Draw(random), out);
  out.append(R"("}}})");
}

// A page from somewhere in the table.
void RequestBodies::Scan(Random& random, std::string& out) const {
  out.assign("{").append(table_member_).append(R"(,"Limit":)").append(std::to_string(kScanItems));
  out.append(R"(,"ExclusiveStartKey":)");
  items_.loaded.AppendKey(Draw(random), out);
  out.push_back('}');
}

void RequestBodies::Update(Random& random, std::string& out) const {
  out.assign("{").append(table_member_).append(R"(,"Key":)");
  items_.loaded.AppendKey(Draw(random), out);
  out.append(kCount).append(R"(,"ReturnValues":"UPDATED_NEW"})");
}

void RequestBodies::Put(std::uint64_t fresh, std::string& out) const {
  out.assign("{").append(table_member_).append(R"(,"Item":)");
  items_.fresh.AppendItem(fresh, out);
  out.push_back('}');
}

void RequestBodies::Delete(std::uint64_t fresh, std::string& out) const {
  out.assign("{").append(table_member_).append(R"(,"Key":)");
  items_.fresh.AppendKey(fresh, out);
  out.push_back('}');
}

void RequestBodies::Transact(Random& random, std::uint64_t first_fresh, std::string& out) const {
  const std::uint64_t counted = Draw(random);
  std::uint64_t checked = Draw(random);
  // The service refuses two actions on one item.
  if (checked == counted) checked = (counted + 1) % items_.chooser.count();
  out.assign(R"({"TransactItems":[)");
  for (const std::uint64_t fresh : {first_fresh, first_fresh + 1}) {
    out.append(R"({"Put":{)").append(table_member_).append(R"(,"Item":)");
    items_.fresh.AppendItem(fresh, out);
    out.append("}},");
  }
  out.append(R"({"Update":{)").append(table_member_).append(R"(,"Key":)");
  items_.loaded.AppendKey(counted, out);
  out.append(kCount).append(R"(}},{"ConditionCheck":{)").append(table_member_);
  out.append(R"(,"Key":)");
  items_.loaded.AppendKey(checked, out);
  out.append(R"json(,"ConditionExpression":"attribute_exists(pk)"}}]})json");
}

}  // namespace trestle::load
