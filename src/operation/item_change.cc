#include "operation/item_change.h"

#include <algorithm>

#include "operation/messages.h"
#include "table/item_keeper.h"
#include "value/item_size.h"
#include "value/limits.h"
#include "value/messages.h"

namespace trestle {
namespace {

constexpr std::size_t kUsualNames = 16;

}  // namespace

Result<ItemPart> ReadFor(const Condition& condition, const Update& update, WriteSet& writes,
                         std::size_t place) {
  std::vector<std::string_view> names;
  names.reserve(kUsualNames);
  condition.AddAttributes(names);
  update.AddAttributes(names);
  return writes.ReadPart(place, std::move(names));
}

Status CheckCondition(const Condition& condition, const ItemPart& before,
                      ReturnValuesOnConditionCheckFailure on_failure) {
  static const Item kNoItem;
  if (condition.Matches(before.attributes != nullptr ? *before.attributes : kNoItem)) return {};
  Error error = messages::ConditionalCheckFailed();
  if (before.whole != nullptr && on_failure == ReturnValuesOnConditionCheckFailure::kAllOld) {
    auto failure = std::make_shared<ConditionFailure>();
    failure->item = *before.whole;
    error.detail = std::move(failure);
  }
  return tl::unexpected(std::move(error));
}

Status ChargedIfFailed(OperationContext& context, const WriteSet& writes, Status holds) {
  if (!holds && context.gate) context.gate->ChargeWrite(writes, 0, WriteKind::kPlain);
  return holds;
}

Status CompleteKey(OperationContext& context, const Table& table, Item& item) {
  if (table.keeper() == nullptr) return {};
  return table.keeper()->CompleteKey(item, context.now());
}

Status KeepOne(OperationContext& context, WriteSet& writes, Item* after, Table::Write write) {
  if (!writes.IsKept()) return {};
  const Status kept = writes.Keep(0, after, context.now(), write);
  std::vector<WriteSet::Refusal> refusals;
  if (kept) refusals = writes.Settle();
  context.AnswerAfterLatest();
  TRESTLE_RETURN_IF_ERROR(kept);
  if (refusals.empty()) return {};
  return ChargedIfFailed(context, writes, tl::unexpected(std::move(refusals.front().error)));
}

Result<ConsumedCapacity> CommitOne(OperationContext& context, WriteSet& writes) {
  if (context.gate) {
    TRESTLE_RETURN_IF_ERROR(context.gate->AdmitIndexes(writes, 0));
    context.gate->ChargeWrite(writes, 0, WriteKind::kPlain);
  }
  TRESTLE_RETURN_IF_ERROR(writes.Commit());
  context.AnswerAfter(writes.position());
  return writes.Cost(0, WriteKind::kPlain);
}

Status CheckPut(const Item& item) {
  TRESTLE_RETURN_IF_ERROR(CheckedItemSize(item));
  return CheckNesting(item);
}

Status CheckSparesKey(const Update& update, const Table& table) {
  for (const DocumentPath& target : update.Targets()) {
    if (table.keys().Find(target.attribute) != nullptr) {
      return messages::KeyAttributeUpdated(target.attribute);
    }
  }
  return {};
}

Result<std::optional<Item>> Updated(const Update& update, const Item& key, const ItemPart& before) {
  const bool exists = before.attributes != nullptr;
  TRESTLE_TRY(Item after, exists ? update.Apply(*before.attributes)
                                 : update.Apply(key, Update::Image::kAbsent));
  // An update that removes attributes and sets none does not make an item; one that says nothing
  // at all does.
  if (!exists && !update.IsEmpty() && after.size() == key.size()) return std::nullopt;
  if (before.OtherBytes() + ItemSize(after) > kMaxItemBytes) return messages::UpdatedItemTooLarge();
  TRESTLE_RETURN_IF_ERROR(CheckNesting(after));
  return after;
}

bool RepeatsAnItem(const std::vector<ItemAddress>& addresses) {
  std::vector<std::string_view> keys;
  keys.reserve(addresses.size());
  for (const ItemAddress& address : addresses) keys.push_back(address.key.bytes);
  std::sort(keys.begin(), keys.end());
  return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
}

std::optional<ItemCollectionMetrics> CollectionMetrics(const Table& table, const Item& item,
                                                       ReturnItemCollectionMetrics wanted) {
  if (wanted == ReturnItemCollectionMetrics::kNone) return std::nullopt;
  const auto& indexes = table.definition().indexes;
  const bool has_collections = std::any_of(
      indexes.begin(), indexes.end(), [](const IndexDefinition& index) { return index.local; });
  if (!has_collections) return std::nullopt;
  const std::string& partition_key = table.keys().hash.front().name;
  ItemCollectionMetrics metrics;
  if (const AttributeValue* value = item.Find(partition_key)) {
    metrics.key.Set(partition_key, *value);
  }
  return metrics;
}

}  // namespace trestle
