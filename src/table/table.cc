#include "table/table.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "table/item_keeper.h"
#include "table/key_codec.h"

namespace trestle {

Table::Table(TableDefinition definition, std::shared_ptr<TableState> state,
             std::shared_ptr<const ItemKeeper> keeper)
    : definition_(std::move(definition)),
      state_(std::move(state)),
      keeper_(std::move(keeper)),
      indexes_by_name_(definition_.indexes.size()) {
  std::iota(indexes_by_name_.begin(), indexes_by_name_.end(), std::size_t{0});
  std::sort(indexes_by_name_.begin(), indexes_by_name_.end(), [&](std::size_t a, std::size_t b) {
    return definition_.indexes[a].name < definition_.indexes[b].name;
  });
  std::set<std::string> indexed;
  const auto add = [&](const KeySchema& keys) {
    for (const KeyAttribute& key : keys.hash) indexed.insert(key.name);
    for (const KeyAttribute& key : keys.range) indexed.insert(key.name);
  };
  for (const IndexDefinition& index : definition_.indexes) {
    add(index.keys);
    if (index.projection == ProjectionType::kAll) continue;
    add(definition_.keys);
    indexed.insert(index.included.begin(), index.included.end());
  }
  indexed_attributes_.assign(indexed.begin(), indexed.end());
}

namespace {

Result<std::optional<EncodedItem>> ItemOf(Result<std::optional<std::string>> stored) {
  if (!stored) return tl::unexpected(std::move(stored).error());
  if (!*stored) return std::nullopt;
  return EncodedItem::FromStored(**std::move(stored));
}

}  // namespace

Result<std::optional<EncodedItem>> Table::Get(const View& view, const ItemKey& key) const {
  return ItemOf(view.Get(key.bytes));
}

Result<std::optional<EncodedItem>> Table::Get(const Store& store, const ItemKey& key) const {
  return ItemOf(store.GetDurable(key.bytes));
}

Result<FoundValues> Table::MultiGet(const View& view, std::span<const ItemKey> keys) const {
  std::vector<std::string_view> stored_keys;
  stored_keys.reserve(keys.size());
  for (const ItemKey& key : keys) stored_keys.push_back(key.bytes);
  return view.MultiGet(stored_keys);
}

Item Table::KeyAttributes(const Item& item, const IndexDefinition* index) const {
  Item attributes;
  const auto add = [&](const std::vector<KeyAttribute>& keys) {
    for (const KeyAttribute& key : keys) {
      if (const AttributeValue* const value = item.Find(key.name)) attributes.Set(key.name, *value);
    }
  };
  add(keys().hash);
  add(keys().range);
  if (index != nullptr) {
    add(index->keys.hash);
    add(index->keys.range);
  }
  return attributes;
}

}  // namespace trestle
