#include <utility>

#include "repository/entity_write.h"
#include "repository/messages.h"
#include "table/item_keeper.h"

namespace trestle::repository {
namespace {

constexpr const char* kConditionFailed = "ConditionalCheckFailed";

template <class Request>
Request RequestOf(TransactWrite& write) {
  Request request;
  request.table_name = std::move(write.table_name);
  request.condition.expression = std::move(write.condition_expression);
  request.substitutions = std::move(write.substitutions);
  request.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
  return request;
}

Result<ItemWriteResponse> SendOne(Database& database, TransactWrite write,
                                  std::optional<TimePoint> moment) {
  switch (write.action) {
    case TransactAction::kPut: {
      auto request = RequestOf<PutItemRequest>(write);
      request.item = std::move(write.item_or_key);
      request.moment = moment;
      return database.PutItem(std::move(request));
    }
    case TransactAction::kUpdate: {
      auto request = RequestOf<UpdateItemRequest>(write);
      request.key = std::move(write.item_or_key);
      request.update_expression = std::move(write.update_expression);
      request.moment = moment;
      return database.UpdateItem(request);
    }
    default: {
      auto request = RequestOf<DeleteItemRequest>(write);
      request.key = std::move(write.item_or_key);
      return database.DeleteItem(request);
    }
  }
}

}  // namespace

void AddCondition(TransactWrite& write, const std::string& text, const NameMap& names,
                  const Item& values) {
  write.condition_expression = write.condition_expression
                                   ? "(" + *write.condition_expression + ") AND (" + text + ")"
                                   : text;
  if (!names.empty() && !write.substitutions.names) write.substitutions.names.emplace();
  for (const auto& [placeholder, name] : names) {
    write.substitutions.names->emplace(placeholder, name);
  }
  if (!values.empty() && !write.substitutions.values) write.substitutions.values = Item();
  for (const auto& [placeholder, value] : values) {
    (*write.substitutions.values)->Set(placeholder, value);
  }
}

Status Send(Database& database, PlannedWrites& planned, Spent& spent,
            const std::optional<std::string>& token) {
  ++spent.requests;
  const bool check =
      planned.writes.size() == 1 && planned.writes[0].action == TransactAction::kConditionCheck;
  if (planned.writes.size() == 1 && !check && !token) {
    TRESTLE_TRY(const ItemWriteResponse response,
                SendOne(database, std::move(planned.writes[0]), planned.moment));
    spent.write_units += response.consumed.Total();
    return {};
  }
  TransactWriteItemsRequest request;
  request.writes = std::move(planned.writes);
  request.client_request_token = token;
  request.moment = planned.moment;
  request.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
  TRESTLE_TRY(const TransactWriteItemsResponse response,
              database.TransactWriteItems(std::move(request)));
  for (const ConsumedCapacity& consumed : response.consumed) spent.write_units += consumed.Total();
  return {};
}

Error Explained(const PlannedWrites& planned, Error error) {
  // A bound server guards unique values itself, whatever the write is about.
  if (const auto* claim = dynamic_cast<const ClaimRefused*>(error.detail.get())) {
    return messages::Conflict({.kind = WriteConflict::Kind::kUnique, .attribute = claim->attribute})
        .value();
  }
  const Meaning* meaning = nullptr;
  if (error.code == ErrorCode::kConditionalCheckFailed && !planned.meanings.empty()) {
    meaning = &planned.meanings[0];
  }
  const auto* cancellation = dynamic_cast<const Cancellation*>(error.detail.get());
  if (error.code == ErrorCode::kTransactionCanceled && cancellation != nullptr) {
    for (std::size_t i = 0; i < cancellation->reasons.size(); ++i) {
      if (cancellation->reasons[i].code != kConditionFailed || meaning != nullptr) continue;
      if (i >= planned.meanings.size()) break;
      meaning = &planned.meanings[i];
    }
  }
  if (meaning == nullptr) return error;
  return messages::Conflict(
             {.kind = meaning->kind, .attribute = meaning->attribute, .step = meaning->step})
      .value();
}

Result<std::optional<Item>> ReadItem(Database& database, const std::string& table_name,
                                     const Item& key, bool consistent, Spent& spent) {
  GetItemRequest request;
  request.table_name = table_name;
  request.key = key;
  request.consistent_read = consistent;
  request.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
  TRESTLE_TRY(const GetItemResponse response, database.GetItem(request));
  ++spent.requests;
  spent.read_units += response.consumed.Total();
  if (!response.item) return std::optional<Item>();
  TRESTLE_TRY(Item item, response.item->Decode());
  return std::optional<Item>(std::move(item));
}

}  // namespace trestle::repository
