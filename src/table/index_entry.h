#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "table/table.h"

namespace trestle {

// The bytes of a key value that count against the limits on keys.
std::size_t KeyValueBytes(const AttributeValue& value);
inline bool IsEmptyKeyValue(const AttributeValue& value) {
  return value.type() != AttributeType::kNumber && KeyValueBytes(value) == 0;
}

// Whether the index holds the item: it has every key of the index, of the right type. An index that
// is made later may meet values that do not fit it; the items that have them are left out.
bool IsIndexed(const IndexDefinition& index, const Item& item);

// Where the index stores its entry of an item that it holds. `item_key` is the item's own key.
std::string IndexEntryKey(const Table& table, const IndexDefinition& index, const Item& item,
                          std::string_view item_key);

// What the index stores of an item that it holds.
Item ProjectedItem(const Table& table, const IndexDefinition& index, const Item& item);

}  // namespace trestle
