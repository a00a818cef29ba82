#include "table/index_entry.h"

#include <algorithm>

#include "table/key_codec.h"
#include "value/limits.h"

namespace trestle {
namespace {

bool Fits(const KeyAttribute& key, const Item& item, std::size_t max_bytes) {
  const AttributeValue* const value = item.Find(key.name);
  if (value == nullptr || value->type() != key.type) return false;
  return !IsEmptyKeyValue(*value) && KeyValueBytes(*value) <= max_bytes;
}

}  // namespace

std::size_t KeyValueBytes(const AttributeValue& value) {
  if (const auto* const text = value.As<std::string>()) return text->size();
  if (const auto* const binary = value.As<Binary>()) return binary->bytes.size();
  return 0;
}

bool IsIndexed(const IndexDefinition& index, const Item& item) {
  const auto fits = [&](std::size_t max_bytes) {
    return [&item, max_bytes](const KeyAttribute& key) { return Fits(key, item, max_bytes); };
  };
  return std::all_of(index.keys.hash.begin(), index.keys.hash.end(), fits(kMaxPartitionKeyBytes)) &&
         std::all_of(index.keys.range.begin(), index.keys.range.end(), fits(kMaxSortKeyBytes));
}

std::string IndexEntryKey(const Table& table, const IndexDefinition& index, const Item& item,
                          std::string_view item_key) {
  KeyWriter writer(KeySpace::kIndex, table.definition().id);
  writer.AppendId(index.id);
  writer.BeginPartition();
  for (const KeyAttribute& key : index.keys.hash) writer.Append(*item.Find(key.name));
  writer.EndPartition();
  for (const KeyAttribute& key : index.keys.range) writer.Append(*item.Find(key.name));
  writer.AppendEncoded(BaseKeyParts(item_key));
  return std::move(writer).Take();
}

Item ProjectedItem(const Table& table, const IndexDefinition& index, const Item& item) {
  if (index.projection == ProjectionType::kAll) return item;
  Item projected;
  for (const Attribute& attribute : item) {
    if (table.Projects(index, attribute.name)) projected.Set(attribute.name, attribute.value);
  }
  return projected;
}

bool Table::Projects(const IndexDefinition& index, std::string_view attribute) const {
  if (index.projection == ProjectionType::kAll) return true;
  if (index.keys.Find(attribute) != nullptr || keys().Find(attribute) != nullptr) return true;
  return index.projection == ProjectionType::kInclude &&
         std::find(index.included.begin(), index.included.end(), attribute) != index.included.end();
}

std::optional<Item> Table::IndexEntry(const IndexDefinition& index, const Item& item) const {
  if (!IsIndexed(index, item)) return std::nullopt;
  return ProjectedItem(*this, index, item);
}

}  // namespace trestle
