#include "migration/journal.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "migration/messages.h"
#include "operation/throttling.h"
#include "table/table.h"
#include "value/item_size.h"

namespace trestle::migration {
namespace {

constexpr std::size_t kMostWrites = 99;        // of a transaction, beside the state
constexpr std::size_t kMostBytes = 3'000'000;  // of 4 MB
constexpr int kAttempts = 40;                  // at a transaction in conflict
constexpr std::chrono::milliseconds kWait{25};

// Somebody else was at the same items: the same again may succeed.
bool IsConflict(const Error& error) {
  if (error.code == ErrorCode::kTransactionConflict ||
      error.code == ErrorCode::kTransactionInProgress || IsThrottling(error)) {
    return true;
  }
  const auto* detail = dynamic_cast<const Cancellation*>(error.detail.get());
  if (error.code != ErrorCode::kTransactionCanceled || detail == nullptr) return false;
  return std::ranges::any_of(detail->reasons, [](const CancellationReason& reason) {
    return reason.code == "TransactionConflict" || reason.code == "ThrottlingError" ||
           reason.code == "ProvisionedThroughputExceeded";
  });
}

// The request has a fault of its own, or a condition does not hold.
bool IsRefusal(const Error& error) {
  return error.code == ErrorCode::kValidation || error.code == ErrorCode::kTransactionCanceled ||
         error.code == ErrorCode::kConditionalCheckFailed ||
         error.code == ErrorCode::kItemCollectionSizeLimitExceeded;
}

// What is said of the write alone, without the frame that the transaction has put around it.
Error Reason(const Error& error) {
  const auto* detail = dynamic_cast<const Cancellation*>(error.detail.get());
  if (detail != nullptr) {
    for (const CancellationReason& reason : detail->reasons) {
      if (reason.message && reason.code != "None") {
        return {.code = ErrorCode::kValidation, .message = *reason.message, .detail = nullptr};
      }
    }
  }
  return error;
}

Item StateKeyOf(const std::string& name) { return {{kStateKey, AttributeValue::String(name)}}; }

}  // namespace

Status AwaitActive(Database& database, const std::string& table, const Pause& pause) {
  while (true) {
    TRESTLE_TRY(const TableDescription description, database.DescribeTable(table));
    if (description.status == TableStatus::kActive) return {};
    if (!pause(std::chrono::milliseconds(50))) return messages::Stopped();
  }
}

Journal::Journal(Database& database, std::string name, Pause pause)
    : database_(database), name_(std::move(name)), pause_(std::move(pause)) {}

Status Journal::Wait(std::chrono::milliseconds time) {
  if (!pause_(time)) return messages::Stopped();
  return {};
}

Result<std::optional<State>> Journal::Read() {
  const auto found = database_.GetItem({.table_name = kStateTable,
                                        .key = StateKeyOf(name_),
                                        .projection = {},
                                        .substitutions = {},
                                        .consistent_read = true});
  if (!found && found.error().code == ErrorCode::kResourceNotFound) return std::optional<State>();
  if (!found) return tl::unexpected(found.error());
  if (!found->item) return std::optional<State>();
  TRESTLE_TRY(const Item item, found->item->Decode());
  TRESTLE_TRY(state_, State::FromItem(item));
  return std::optional(state_);
}

Status Journal::Begin(State state) {
  CreateTableRequest table;
  table.table_name = kStateTable;
  table.attributes = {{.name = kStateKey, .type = AttributeType::kString}};
  table.key_schema = {{.attribute_name = kStateKey, .hash = true}};
  table.billing = BillingMode::kPayPerRequest;
  const auto made = database_.CreateTable(table);
  if (!made && made.error().code != ErrorCode::kResourceInUse) return tl::unexpected(made.error());
  TRESTLE_RETURN_IF_ERROR(AwaitActive(database_, kStateTable, pause_));
  state.name = name_;
  PutItemRequest put{.table_name = kStateTable, .item = state.ToItem()};
  put.condition.expression = "attribute_not_exists(#k)";
  put.substitutions.names = NameMap{{"#k", kStateKey}};
  const auto stored = database_.PutItem(put);
  if (!stored && stored.error().code == ErrorCode::kConditionalCheckFailed) {
    return messages::TakenOver();
  }
  TRESTLE_RETURN_IF_ERROR(stored);
  state_ = std::move(state);
  return {};
}

Status Journal::TakeOver() {
  UpdateItemRequest request{.table_name = kStateTable, .key = StateKeyOf(name_)};
  request.update_expression = "ADD #r :one";
  request.condition.expression = "attribute_exists(#k)";
  request.substitutions.names = NameMap{{"#k", kStateKey}, {"#r", "Run"}};
  request.substitutions.values = Item{{":one", AttributeValue::Integer(1)}};
  request.return_values = ReturnValues::kAllNew;
  const auto updated = database_.UpdateItem(request);
  if (!updated) {
    const bool begun = updated.error().code != ErrorCode::kConditionalCheckFailed &&
                       updated.error().code != ErrorCode::kResourceNotFound;
    if (!begun) return messages::NotBegun();
    return tl::unexpected(updated.error());
  }
  if (!updated->attributes) return messages::StateDamaged(kStateTable);
  TRESTLE_TRY(const Item item, updated->attributes->Decode());
  TRESTLE_TRY(state_, State::FromItem(item));
  return {};
}

Status Journal::CheckNotTakenOver() {
  const std::int64_t run = state_.run;
  const State mine = state_;
  TRESTLE_TRY(const std::optional<State> stored, Read());
  state_ = mine;
  if (!stored || stored->run != run) return messages::TakenOver();
  return {};
}

Status Journal::Together(const std::vector<ItemWrite>& writes, const State& next) {
  TransactWriteItemsRequest request;
  TransactWrite fence{.action = TransactAction::kPut,
                      .table_name = kStateTable,
                      .item_or_key = next.ToItem(),
                      .update_expression = {},
                      .condition_expression = "#r = :run",
                      .substitutions = {}};
  fence.substitutions.names = NameMap{{"#r", "Run"}};
  fence.substitutions.values = Item{{":run", AttributeValue::Integer(state_.run)}};
  request.writes.push_back(std::move(fence));
  for (const ItemWrite& write : writes) {
    request.writes.push_back({.action = write.put ? TransactAction::kPut : TransactAction::kDelete,
                              .table_name = write.table,
                              .item_or_key = write.put ? *write.put : write.key,
                              .update_expression = {},
                              .condition_expression = {},
                              .substitutions = {}});
  }
  for (int attempt = 1;; ++attempt) {
    const auto done = database_.TransactWriteItems(request);
    if (done) return {};
    if (!IsConflict(done.error()) || attempt == kAttempts) return tl::unexpected(done.error());
    TRESTLE_RETURN_IF_ERROR(Wait(kWait));
  }
}

Status Journal::Commit(std::vector<ItemWrite> writes, State next, const Refused& refused) {
  next.run = state_.run;
  std::vector<ItemWrite> batch;
  std::size_t bytes = 0;
  const auto flush = [&](const State& state) -> Status {
    Status done = Together(batch, state);
    if (!done && IsRefusal(done.error())) {
      TRESTLE_RETURN_IF_ERROR(CheckNotTakenOver());
      if (batch.empty()) return done;
      done = OneByOne(batch, state, refused);
    }
    TRESTLE_RETURN_IF_ERROR(done);
    state_ = state;
    batch.clear();
    bytes = 0;
    return {};
  };
  for (ItemWrite& write : writes) {
    const std::size_t size = write.put ? ItemSize(*write.put) : 0;
    if (batch.size() == kMostWrites || bytes + size > kMostBytes) {
      const State same = state_;
      TRESTLE_RETURN_IF_ERROR(flush(same));
    }
    bytes += size;
    batch.push_back(std::move(write));
  }
  return flush(next);
}

Status Journal::OneByOne(const std::vector<ItemWrite>& writes, const State& next,
                         const Refused& refused) {
  for (const ItemWrite& write : writes) TRESTLE_RETURN_IF_ERROR(Alone(write, refused));
  return Together({}, next);
}

// A table that is bound to a model refuses to change what is immutable, as an item that was put
// anew in the source has it: there the old item goes first.
Status Journal::Alone(const ItemWrite& write, const Refused& refused) {
  Status done = Together({write}, state_);
  if (!done && IsRefusal(done.error()) && write.put) {
    TRESTLE_RETURN_IF_ERROR(CheckNotTakenOver());
    done = Together({{.table = write.table, .key = write.key, .put = {}}}, state_);
    if (done) done = Together({write}, state_);
  }
  if (done) return {};
  if (!IsRefusal(done.error())) return done;
  TRESTLE_RETURN_IF_ERROR(CheckNotTakenOver());
  refused(write, Reason(done.error()));
  return {};
}

Status Journal::Save(State next) {
  return Commit({}, std::move(next), [](const ItemWrite&, const Error&) {});
}

Status Journal::Remove() {
  DeleteItemRequest request{.table_name = kStateTable, .key = StateKeyOf(name_)};
  request.condition.expression = "#r = :run";
  request.substitutions.names = NameMap{{"#r", "Run"}};
  request.substitutions.values = Item{{":run", AttributeValue::Integer(state_.run)}};
  const auto removed = database_.DeleteItem(request);
  if (!removed && removed.error().code == ErrorCode::kConditionalCheckFailed) {
    return messages::TakenOver();
  }
  TRESTLE_RETURN_IF_ERROR(removed);
  return {};
}

}  // namespace trestle::migration
