#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "storage/store.h"
#include "table/definition.h"
#include "value/attribute_value.h"
#include "value/item_codec.h"

namespace trestle {

class ItemKeeper;
struct TableState;

// Where an item is stored: the bytes of its key in the store. Ordered as items are ordered.
struct ItemKey {
  std::string bytes;
  friend auto operator<=>(const ItemKey&, const ItemKey&) = default;
};

// How many items and bytes a table or an index holds now.
struct TableStatistics {
  std::int64_t items = 0;
  std::int64_t bytes = 0;
  friend bool operator==(const TableStatistics&, const TableStatistics&) = default;
};

// One version of a table's definition, and what can be done with its items. Never changes;
// UpdateTable makes a new one. Safe to share between threads.
class Table : public std::enable_shared_from_this<Table> {
 public:
  const TableDefinition& definition() const { return definition_; }
  const std::string& name() const { return definition_.name; }
  const KeySchema& keys() const { return definition_.keys; }

  // The key of a whole item: its key attributes must be there, of the right type, not empty, not
  // too long; the values of index keys likewise where present. `write` chooses the texts that the
  // service has for puts and for updates.
  enum class Write { kPut, kUpdate };
  Result<ItemKey> KeyOfItem(const Item& item, Write write = Write::kPut) const;
  // The key that a request names: exactly the key attributes.
  Result<ItemKey> KeyOf(const Item& key) const;
  // Checks the values of index keys alone, where present. Those that `before` has too are left
  // alone: an update that does not touch a value is not refused because of it.
  Status CheckIndexKeys(const Item& item, Write write, const Item* before = nullptr) const;
  // The part of these checks that the service makes up front, also in a transaction: no value of a
  // key, of the table or of an index, is empty. Says nothing about missing values and wrong types.
  Status CheckKeysNotEmpty(const Item& item, Write write = Write::kPut) const;

  Result<std::optional<EncodedItem>> Get(const View& view, const ItemKey& key) const;
  // The item as readers are shown it now, without the cost of a view.
  Result<std::optional<EncodedItem>> Get(const Store& store, const ItemKey& key) const;
  // The stored items, in the order of the keys.
  Result<FoundValues> MultiGet(const View& view, std::span<const ItemKey> keys) const;

  // The key attributes of an item: of the table, or of the index and the table, as LastEvaluatedKey
  // shows them.
  Item KeyAttributes(const Item& item, const IndexDefinition* index = nullptr) const;
  // Whether the index holds the attribute (always true for kAll).
  bool Projects(const IndexDefinition& index, std::string_view attribute) const;
  // The attributes that decide what the indexes hold of an item, whatever else it has; those of an
  // index that holds everything are its keys.
  const std::vector<std::string>& indexed_attributes() const { return indexed_attributes_; }
  // What the index stores of an item; nothing if the item lacks one of the index's keys.
  std::optional<Item> IndexEntry(const IndexDefinition& index, const Item& item) const;

  // `state` is shared by all versions of a table in a catalog; null for a table that only checks
  // and encodes.
  explicit Table(TableDefinition definition, std::shared_ptr<TableState> state = nullptr,
                 std::shared_ptr<const ItemKeeper> keeper = nullptr);
  const std::shared_ptr<TableState>& state() const { return state_; }
  // Who sees to it that the items are what they must be; null: nobody.
  const ItemKeeper* keeper() const { return keeper_.get(); }

 private:
  // The values of the key attributes, of the right types.
  struct KeyValues {
    const AttributeValue* hash = nullptr;
    const AttributeValue* range = nullptr;  // null if the table has no sort key
  };
  const KeyAttribute& HashKey() const { return keys().hash.front(); }
  const KeyAttribute* RangeKey() const {
    return keys().range.empty() ? nullptr : &keys().range.front();
  }
  Result<ItemKey> CheckedKey(const KeyValues& values) const;
  template <class Check>
  Status ForEachIndexKey(const Item& item, Check&& check) const;

  TableDefinition definition_;
  std::shared_ptr<TableState> state_;         // with the other versions of this table
  std::shared_ptr<const ItemKeeper> keeper_;  // likewise
  std::vector<std::size_t> indexes_by_name_;  // places in definition_.indexes
  std::vector<std::string> indexed_attributes_;
};

using TablePtr =
    std::shared_ptr<const Table>;  // shared by the catalog and the requests that use this version

}  // namespace trestle
