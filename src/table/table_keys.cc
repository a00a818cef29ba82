// The checks that the service makes on the values of keys, in its order.
#include <utility>

#include "table/index_entry.h"
#include "table/key_codec.h"
#include "table/messages.h"
#include "table/table.h"
#include "value/limits.h"

namespace trestle {
namespace {

bool IsUnchanged(const Item* before, const KeyAttribute& key, const AttributeValue& value) {
  const AttributeValue* const old = before == nullptr ? nullptr : before->Find(key.name);
  return old != nullptr && *old == value;
}

Status CheckIndexKeyNotEmpty(const IndexDefinition& index, const KeyAttribute& key,
                             const AttributeValue& value, Table::Write write) {
  // An empty value of another type has the wrong type before it is empty.
  if (value.type() != key.type || !IsEmptyKeyValue(value)) return {};
  if (write == Table::Write::kUpdate) return messages::EmptyIndexKeyInUpdate(key.type);
  return messages::EmptyIndexKeyInItem(key.name, key.type, index.name);
}

Status CheckIndexKey(const IndexDefinition& index, const KeyAttribute& key,
                     const AttributeValue& value, std::size_t max_bytes) {
  if (value.type() != key.type) {
    return messages::IndexKeyTypeMismatch(key.name, key.type, value.type(), index.name);
  }
  if (const std::size_t size = KeyValueBytes(value); size > max_bytes) {
    return messages::IndexKeyTooLong(key.name, size, max_bytes, index.name);
  }
  return {};
}

Status CheckKeyNotEmpty(const KeyAttribute& key, const Item& item) {
  const AttributeValue* const value = item.Find(key.name);
  if (value == nullptr || value->type() != key.type || !IsEmptyKeyValue(*value)) return {};
  return messages::EmptyKeyValue(key.name, key.type);
}

Status CheckInItem(const KeyAttribute& key, const Item& item) {
  const AttributeValue* const value = item.Find(key.name);
  if (value == nullptr) return messages::MissingKeyInItem(key.name);
  if (value->type() != key.type) {
    return messages::KeyTypeMismatch(key.name, key.type, value->type());
  }
  return {};
}

bool Matches(const std::vector<KeyAttribute>& keys, const Item& item) {
  for (const KeyAttribute& key : keys) {
    const AttributeValue* const value = item.Find(key.name);
    if (value == nullptr || value->type() != key.type) return false;
  }
  return true;
}

}  // namespace

Status Table::CheckKeyValues(const Item& item) const {
  for (const KeyAttribute& key : keys().hash) TRESTLE_RETURN_IF_ERROR(CheckKeyNotEmpty(key, item));
  for (const KeyAttribute& key : keys().range) TRESTLE_RETURN_IF_ERROR(CheckKeyNotEmpty(key, item));
  for (const KeyAttribute& key : keys().hash) {
    if (KeyValueBytes(*item.Find(key.name)) > kMaxPartitionKeyBytes) {
      return messages::PartitionKeyTooLong();
    }
  }
  for (const KeyAttribute& key : keys().range) {
    if (KeyValueBytes(*item.Find(key.name)) > kMaxSortKeyBytes) return messages::SortKeyTooLong();
  }
  return {};
}

ItemKey Table::EncodeKey(const Item& item) const {
  KeyWriter writer(KeySpace::kItem, definition_.id);
  writer.BeginPartition();
  for (const KeyAttribute& key : keys().hash) writer.Append(*item.Find(key.name));
  writer.EndPartition();
  for (const KeyAttribute& key : keys().range) writer.Append(*item.Find(key.name));
  return ItemKey{.bytes = std::move(writer).Take()};
}

Result<ItemKey> Table::KeyOfItem(const Item& item, Write write) const {
  for (const KeyAttribute& key : keys().hash) TRESTLE_RETURN_IF_ERROR(CheckInItem(key, item));
  for (const KeyAttribute& key : keys().range) TRESTLE_RETURN_IF_ERROR(CheckInItem(key, item));
  TRESTLE_RETURN_IF_ERROR(CheckKeyValues(item));
  TRESTLE_RETURN_IF_ERROR(CheckIndexKeys(item, write));
  return EncodeKey(item);
}

Result<ItemKey> Table::KeyOf(const Item& key) const {
  if (key.size() != keys().hash.size() + keys().range.size()) {
    return messages::KeyDoesNotMatchSchema();
  }
  if (!Matches(keys().hash, key) || !Matches(keys().range, key)) {
    return messages::KeyDoesNotMatchSchema();
  }
  TRESTLE_RETURN_IF_ERROR(CheckKeyValues(key));
  return EncodeKey(key);
}

// Calls `check(index, key, value, max_bytes)` for the value of every index key that the item has,
// the indexes in the order of their names: of several at fault the service names the first.
template <class Check>
Status Table::ForEachIndexKey(const Item& item, Check&& check) const {
  for (const std::size_t place : indexes_by_name_) {
    const IndexDefinition& index = definition_.indexes[place];
    for (const KeyAttribute& key : index.keys.hash) {
      const AttributeValue* const value = item.Find(key.name);
      if (value == nullptr) continue;
      TRESTLE_RETURN_IF_ERROR(check(index, key, *value, kMaxPartitionKeyBytes));
    }
    for (const KeyAttribute& key : index.keys.range) {
      const AttributeValue* const value = item.Find(key.name);
      if (value == nullptr) continue;
      TRESTLE_RETURN_IF_ERROR(check(index, key, *value, kMaxSortKeyBytes));
    }
  }
  return {};
}

Status Table::CheckIndexKeys(const Item& item, Write write, const Item* before) const {
  return ForEachIndexKey(item,
                         [&](const IndexDefinition& index, const KeyAttribute& key,
                             const AttributeValue& value, std::size_t max_bytes) -> Status {
                           if (IsUnchanged(before, key, value)) return {};
                           TRESTLE_RETURN_IF_ERROR(CheckIndexKeyNotEmpty(index, key, value, write));
                           return CheckIndexKey(index, key, value, max_bytes);
                         });
}

Status Table::CheckKeysNotEmpty(const Item& item, Write write) const {
  for (const KeyAttribute& key : keys().hash) TRESTLE_RETURN_IF_ERROR(CheckKeyNotEmpty(key, item));
  for (const KeyAttribute& key : keys().range) TRESTLE_RETURN_IF_ERROR(CheckKeyNotEmpty(key, item));
  return ForEachIndexKey(
      item,
      [&](const IndexDefinition& index, const KeyAttribute& key, const AttributeValue& value,
          std::size_t) -> Status { return CheckIndexKeyNotEmpty(index, key, value, write); });
}

}  // namespace trestle
