#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "storage/store.h"
#include "table/counters.h"
#include "table/table.h"
#include "value/capacity.h"

namespace trestle {

// An item in both of its forms, held by somebody else.
struct ItemImage {
  const Item& item;  // or a part of it that has all of the table's indexed_attributes()
  const EncodedItem& encoded;
};

// What an index stores of one item.
struct StoredEntry {
  std::string key;
  std::string projected;               // unless the whole item is stored
  const EncodedItem* whole = nullptr;  // outlives this

  std::string_view bytes() const { return whole != nullptr ? whole->bytes() : projected; }
  std::size_t size() const { return EncodedItemView(bytes()).SizeBytes(); }
};

// How one index follows the change of an item.
struct IndexChange {
  const IndexDefinition* index = nullptr;
  std::optional<StoredEntry> before;
  std::optional<StoredEntry> after;

  void AddTo(WriteBatch& batch) const;
  CounterChange Count() const;
  // An insert or delete is the size of the entry, a change in place the larger size, a move both,
  // rounded apart.
  double Units() const;
};

struct ItemChange {
  const Table& table;
  std::string_view item_key;
  std::optional<ItemImage> before;
  std::optional<ItemImage> after;
};

std::optional<StoredEntry> EntryOf(const Table& table, const IndexDefinition& index,
                                   std::string_view item_key, const ItemImage& image);

// The indexes that the change of an item touches. The caller holds the item's lock; `change`
// outlives the answer.
Result<std::vector<IndexChange>> IndexChangesOf(const ItemChange& change, const Store& store);

}  // namespace trestle
