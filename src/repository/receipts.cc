#include "repository/receipts.h"

#include <chrono>
#include <utility>

#include "model/time_value.h"
#include "repository/entity_write.h"
#include "repository/messages.h"
#include "repository/own_table.h"

namespace trestle::repository {
namespace {

constexpr const char* kId = "Id";
constexpr const char* kDigest = "Digest";
constexpr const char* kItems = "Items";
constexpr const char* kExpiresAt = "ExpiresAt";
constexpr const char* kEntity = "Entity";
constexpr const char* kItem = "Item";
constexpr std::chrono::hours kKept{24};

}  // namespace

Status Receipts::MakeTable() const {
  TRESTLE_RETURN_IF_ERROR(MakeOwnTable(database_, table_, kId));
  UpdateTimeToLiveRequest ttl;
  ttl.table_name = table_;
  ttl.specification.enabled = true;
  ttl.specification.attribute_name = kExpiresAt;
  // Receipts are as good without: they say themselves how long they hold.
  static_cast<void>(database_.UpdateTimeToLive(ttl));
  return {};
}

Result<std::optional<TransactionAnswer>> Receipts::Find(const std::string& id,
                                                        const std::string& digest, TimePoint now,
                                                        Spent& spent) const {
  const Item key{{kId, AttributeValue::String(id)}};
  auto read = ReadItem(database_, table_, key, true, spent);
  if (!read && read.error().code == ErrorCode::kResourceNotFound) {
    TRESTLE_RETURN_IF_ERROR(MakeTable());
    read = ReadItem(database_, table_, key, true, spent);
  }
  if (!read) return tl::unexpected(read.error());
  if (!*read) return std::optional<TransactionAnswer>();
  const Item& receipt = **read;
  const AttributeValue* expires = receipt.Find(kExpiresAt);
  const auto until = expires == nullptr ? std::nullopt : model::InstantOf(*expires, nullptr);
  if (until && *until < now) return std::optional<TransactionAnswer>();
  const AttributeValue* its = receipt.Find(kDigest);
  if (its == nullptr || *its != AttributeValue::String(digest)) {
    return messages::TokenOfOtherArguments();
  }
  TransactionAnswer answer;
  answer.repeated = true;
  const AttributeValue* items = receipt.Find(kItems);
  const List* list = items == nullptr ? nullptr : items->As<List>();
  if (list == nullptr) return std::optional(std::move(answer));
  for (const AttributeValue& one : *list) {
    const AttributeMap* map = one.As<AttributeMap>();
    if (map == nullptr) continue;
    const AttributeValue* entity = map->Find(kEntity);
    const AttributeValue* item = map->Find(kItem);
    if (entity == nullptr || item == nullptr || item->As<AttributeMap>() == nullptr) continue;
    const std::string* name = entity->As<std::string>();
    answer.items.push_back({.entity = name == nullptr ? nullptr : model_.FindEntity(*name),
                            .item = *item->As<AttributeMap>()});
  }
  return std::optional(std::move(answer));
}

TransactWrite Receipts::Write(const std::string& id, const std::string& digest,
                              const TransactionAnswer& answer, TimePoint now) const {
  List items;
  for (const EntityItem& one : answer.items) {
    items.push_back(
        AttributeValue::Of(AttributeMap{{kEntity, AttributeValue::String(one.entity->name)},
                                        {kItem, AttributeValue::Of(one.item)}}));
  }
  TransactWrite write;
  write.action = TransactAction::kPut;
  write.table_name = table_;
  write.item_or_key =
      Item{{kId, AttributeValue::String(id)},
           {kDigest, AttributeValue::String(digest)},
           {kItems, AttributeValue::Of(std::move(items))},
           {kExpiresAt, model::TimestampValue(now + kKept, model::Stored::kSeconds)}};
  write.condition_expression = "attribute_not_exists(Id) OR ExpiresAt < :now";
  write.substitutions.values = Item{{":now", model::TimestampValue(now, model::Stored::kSeconds)}};
  return write;
}

}  // namespace trestle::repository
