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

Status CheckKeyNotEmpty(const KeyAttribute& key, const AttributeValue* value) {
  if (value == nullptr || value->type() != key.type || !IsEmptyKeyValue(*value)) return {};
  return messages::EmptyKeyValue(key.name, key.type);
}

Result<const AttributeValue*> ValueInItem(const KeyAttribute& key, const Item& item) {
  const AttributeValue* const value = item.Find(key.name);
  if (value == nullptr) return messages::MissingKeyInItem(key.name);
  if (value->type() != key.type) {
    return messages::KeyTypeMismatch(key.name, key.type, value->type());
  }
  return value;
}

// Null if it is not there or of another type.
const AttributeValue* ValueInKey(const KeyAttribute& key, const Item& item) {
  const AttributeValue* const value = item.Find(key.name);
  return value != nullptr && value->type() == key.type ? value : nullptr;
}

}  // namespace

Result<ItemKey> Table::CheckedKey(const KeyValues& values) const {
  const KeyAttribute* const range = RangeKey();
  TRESTLE_RETURN_IF_ERROR(CheckKeyNotEmpty(HashKey(), values.hash));
  if (range != nullptr) TRESTLE_RETURN_IF_ERROR(CheckKeyNotEmpty(*range, values.range));
  if (KeyValueBytes(*values.hash) > kMaxPartitionKeyBytes) return messages::PartitionKeyTooLong();
  if (range != nullptr && KeyValueBytes(*values.range) > kMaxSortKeyBytes) {
    return messages::SortKeyTooLong();
  }
  KeyWriter writer(KeySpace::kItem, definition_.id);
  writer.BeginPartition();
  writer.Append(*values.hash);
  writer.EndPartition();
  if (range != nullptr) writer.Append(*values.range);
  return ItemKey{.bytes = std::move(writer).Take()};
}

Result<ItemKey> Table::KeyOfItem(const Item& item, Write write) const {
  KeyValues values;
  TRESTLE_TRY(values.hash, ValueInItem(HashKey(), item));
  if (const KeyAttribute* const range = RangeKey()) {
    TRESTLE_TRY(values.range, ValueInItem(*range, item));
  }
  TRESTLE_TRY(ItemKey key, CheckedKey(values));
  TRESTLE_RETURN_IF_ERROR(CheckIndexKeys(item, write));
  return key;
}

Result<ItemKey> Table::KeyOf(const Item& key) const {
  const KeyAttribute* const range = RangeKey();
  if (key.size() != (range == nullptr ? 1U : 2U)) return messages::KeyDoesNotMatchSchema();
  const KeyValues values{.hash = ValueInKey(HashKey(), key),
                         .range = range == nullptr ? nullptr : ValueInKey(*range, key)};
  if (values.hash == nullptr || (range != nullptr && values.range == nullptr)) {
    return messages::KeyDoesNotMatchSchema();
  }
  return CheckedKey(values);
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
  for (const KeyAttribute& key : keys().hash) {
    TRESTLE_RETURN_IF_ERROR(CheckKeyNotEmpty(key, item.Find(key.name)));
  }
  for (const KeyAttribute& key : keys().range) {
    TRESTLE_RETURN_IF_ERROR(CheckKeyNotEmpty(key, item.Find(key.name)));
  }
  return ForEachIndexKey(
      item,
      [&](const IndexDefinition& index, const KeyAttribute& key, const AttributeValue& value,
          std::size_t) -> Status { return CheckIndexKeyNotEmpty(index, key, value, write); });
}

}  // namespace trestle
