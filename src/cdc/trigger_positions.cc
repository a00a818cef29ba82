#include "cdc/trigger_positions.h"

#include <charconv>
#include <utility>

#include "repository/own_table.h"

namespace trestle {
namespace {

constexpr const char* kId = "Id";
constexpr const char* kRecord = "Record";
constexpr const char* kReactions = "Reactions";

Item KeyOf(const std::string& id) { return {{kId, AttributeValue::String(id)}}; }

}  // namespace

Result<std::optional<TriggerPosition>> TriggerPositions::Read(const std::string& id) const {
  GetItemRequest request;
  request.table_name = table_;
  request.key = KeyOf(id);
  request.consistent_read = true;
  auto read = database_.GetItem(request);
  if (!read && read.error().code == ErrorCode::kResourceNotFound) {
    TRESTLE_RETURN_IF_ERROR(repository::MakeOwnTable(database_, table_, kId));
    read = database_.GetItem(request);
  }
  if (!read) return tl::unexpected(read.error());
  if (!read->item) return std::optional<TriggerPosition>();
  TRESTLE_TRY(const Item item, read->item->Decode());
  TriggerPosition position;
  const AttributeValue* record = item.Find(kRecord);
  const AttributeValue* reactions = item.Find(kReactions);
  if (record != nullptr && record->As<std::string>() != nullptr) {
    position.record = *record->As<std::string>();
  }
  if (reactions != nullptr && reactions->As<Number>() != nullptr) {
    const std::string digits = reactions->As<Number>()->ToString();
    std::from_chars(digits.data(), digits.data() + digits.size(), position.reactions);
  }
  return std::optional(std::move(position));
}

TransactWrite TriggerPositions::Move(const std::string& id,
                                     const std::optional<TriggerPosition>& before,
                                     const TriggerPosition& after) const {
  TransactWrite write;
  write.action = TransactAction::kPut;
  write.table_name = table_;
  Item item = KeyOf(id);
  item.Set(kRecord, AttributeValue::String(after.record));
  item.Set(kReactions, AttributeValue::Integer(after.reactions));
  write.item_or_key = std::move(item);
  if (before) {
    write.condition_expression = "#r = :r AND #n = :n";
    write.substitutions.names = NameMap{{"#r", kRecord}, {"#n", kReactions}};
    write.substitutions.values = Item{{":r", AttributeValue::String(before->record)},
                                      {":n", AttributeValue::Integer(before->reactions)}};
  } else {
    write.condition_expression = "attribute_not_exists(Id)";
  }
  return write;
}

Result<bool> TriggerPositions::MoveNow(const std::string& id,
                                       const std::optional<TriggerPosition>& before,
                                       const TriggerPosition& after) const {
  TransactWrite write = Move(id, before, after);
  PutItemRequest request;
  request.table_name = std::move(write.table_name);
  request.item = std::move(write.item_or_key);
  request.condition.expression = std::move(write.condition_expression);
  request.substitutions = std::move(write.substitutions);
  const auto put = database_.PutItem(std::move(request));
  if (put) return true;
  if (put.error().code == ErrorCode::kConditionalCheckFailed) return false;
  return tl::unexpected(put.error());
}

}  // namespace trestle
