#include "load/item_loader.h"

#include <algorithm>
#include <utility>

#include "client/json_member.h"
#include "load/call.h"

namespace trestle::load {
namespace {

using client::JsonElements;
using client::JsonHasContent;
using client::JsonMember;

constexpr std::uint64_t kItemsPerBatch = 25;  // the service's limit
constexpr std::chrono::milliseconds kPause{50};
constexpr std::chrono::seconds kPatience{30};

}  // namespace

ItemLoader::ItemLoader(std::string table, const ItemWriter& items, std::uint64_t count)
    : table_(std::move(table)), items_(items), count_(count) {}

ItemLoader::Batch ItemLoader::MakeBatch() {
  Batch batch = {.body = R"({"RequestItems":{")" + table_ + R"(":[)"};
  for (; batch.items < kItemsPerBatch && next_ < count_; ++batch.items, ++next_) {
    batch.body.append(batch.items == 0 ? "" : ",").append(R"({"PutRequest":{"Item":)");
    items_.AppendItem(next_, batch.body);
    batch.body.append("}}");
  }
  batch.body.append("]}}");
  return batch;
}

bool ItemLoader::Next(Outgoing& request) {
  Batch batch;
  if (!again_.empty() && SteadyClock::now() >= not_before_) {
    batch = std::move(again_.back());
    again_.pop_back();
  } else if (next_ < count_ && again_.empty()) {
    batch = MakeBatch();
  } else {
    return false;
  }
  request = {
      .operation = "BatchWriteItem", .body = batch.body, .ticket = {.number = ++last_ticket_}};
  in_flight_.emplace(last_ticket_, std::move(batch));
  return true;
}

void ItemLoader::Retry(Batch batch, Instant now) {
  again_.push_back(std::move(batch));
  not_before_ = now + kPause;
}

void ItemLoader::Answered(const Answer& answer) {
  const auto found = in_flight_.find(answer.ticket.number);
  Batch batch = std::move(found->second);
  in_flight_.erase(found);
  if (answer.status == 200) return TakeReply(std::move(batch), answer);
  const std::string type =
      answer.status == 0 ? std::string(answer.body) : ErrorTypeOf(answer.status, answer.body);
  const bool patient = answer.received - last_success_ < kPatience;
  if (patient && client::MayPass(answer.status, type))
    return Retry(std::move(batch), answer.received);
  failure_ = answer.status == 0 ? type : std::string(answer.body.substr(0, 300));
}

// What is left unprocessed has the form of a request, so it is sent again as it stands.
void ItemLoader::TakeReply(Batch batch, const Answer& answer) {
  last_success_ = answer.received;
  const std::string_view left = JsonMember(answer.body, "UnprocessedItems").value_or("");
  if (!JsonHasContent(left)) {
    loaded_ += batch.items;
    return;
  }
  const std::uint64_t items = JsonElements(JsonMember(left, table_).value_or("")).size();
  loaded_ += batch.items - std::min(items, batch.items);
  batch = {.body = R"({"RequestItems":)" + std::string(left) + "}", .items = items};
  Retry(std::move(batch), answer.received);
}

}  // namespace trestle::load
