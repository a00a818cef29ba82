#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "storage/store.h"
#include "table/definition.h"
#include "table/table.h"
#include "value/item_codec.h"

// When items expire, and the entries by which those that have are found: one for each item that
// will, in the order of time. An entry changes in the batch of its item.
namespace trestle {

// When the item expires by its time-to-live attribute, a number of seconds since 1970. Nothing: it
// never does. So it is for whatever is not a number, not after 1970, or further off than any clock
// goes.
std::optional<TimePoint> ExpiryOf(const TableDefinition& definition, EncodedItemView item);

// The key of an entry; its value is empty. Written to disk: see docs/file-format.md.
std::string ExpiryEntry(std::string_view item_key, TimePoint expiry);
std::string ItemOfExpiryEntry(std::string_view entry);  // the item's key
// The entries of a table from one instant to another, both included.
KeyRange ExpiryEntries(std::uint32_t table_id, TimePoint first, TimePoint last);
KeyRange ExpiryEntries(std::uint32_t table_id);

// How the entry follows a change of the item. For tables with a time to live, under the item's
// lock, before the commit.
struct ExpiryChange {
  std::string_view item_key;
  std::optional<EncodedItemView> before;
  std::optional<EncodedItemView> after;
};
void AddExpiryChange(const Table& table, const ExpiryChange& change, WriteBatch& batch);

}  // namespace trestle
