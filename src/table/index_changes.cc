#include "table/index_changes.h"

#include <algorithm>
#include <utility>

#include "table/index_entry.h"

namespace trestle {
namespace {

bool Same(const std::optional<StoredEntry>& a, const std::optional<StoredEntry>& b) {
  if (!a || !b) return !a && !b;
  return a->key == b->key && a->bytes() == b->bytes();
}

bool HasSameKeys(const IndexDefinition& index, const Item& a, const Item& b) {
  const auto same = [&](const KeyAttribute& key) {
    const AttributeValue* const value = b.Find(key.name);
    return value != nullptr && *a.Find(key.name) == *value;
  };
  return std::ranges::all_of(index.keys.hash, same) && std::ranges::all_of(index.keys.range, same);
}

StoredEntry EntryAt(std::string key, const Table& table, const IndexDefinition& index,
                    const ItemImage& image) {
  StoredEntry entry{.key = std::move(key)};
  if (index.projection == ProjectionType::kAll) {
    entry.whole = &image.encoded;
  } else {
    entry.projected = EncodedItem::From(ProjectedItem(table, index, image.item)).TakeBytes();
  }
  return entry;
}

// `before` is the entry of the item that is replaced, if there was one: most changes leave an
// item's index keys as they are, and finding that out costs less than making a key anew.
std::optional<StoredEntry> EntryAfter(const ItemChange& change, const IndexDefinition& index,
                                      const std::optional<StoredEntry>& before) {
  if (!change.after) return std::nullopt;
  if (before && HasSameKeys(index, change.before->item, change.after->item)) {
    return EntryAt(before->key, change.table, index, *change.after);
  }
  return EntryOf(change.table, index, change.item_key, *change.after);
}

std::int64_t Signed(std::size_t size) { return static_cast<std::int64_t>(size); }

}  // namespace

void IndexChange::AddTo(WriteBatch& batch) const {
  if (before && (!after || after->key != before->key)) batch.Delete(before->key);
  if (after) batch.Put(after->key, after->bytes());
}

CounterChange IndexChange::Count() const {
  CounterChange change{.index_id = index->id};
  if (before) {
    change.items -= 1;
    change.bytes -= Signed(before->size());
  }
  if (after) {
    change.items += 1;
    change.bytes += Signed(after->size());
  }
  return change;
}

double IndexChange::Units() const {
  const auto units = [](const StoredEntry& entry) {
    return WriteUnits(entry.size(), WriteKind::kPlain);
  };
  if (!after) return units(*before);
  if (!before) return units(*after);
  if (before->key == after->key) return std::max(units(*before), units(*after));
  return units(*before) + units(*after);
}

std::optional<StoredEntry> EntryOf(const Table& table, const IndexDefinition& index,
                                   std::string_view item_key, const ItemImage& image) {
  if (!IsIndexed(index, image.item)) return std::nullopt;
  return EntryAt(IndexEntryKey(table, index, image.item, item_key), table, index, image);
}

Result<std::vector<IndexChange>> IndexChangesOf(const ItemChange& change, const Store& store) {
  std::vector<IndexChange> changes;
  for (const IndexDefinition& index : change.table.definition().indexes) {
    IndexChange next{.index = &index};
    if (change.before) next.before = EntryOf(change.table, index, change.item_key, *change.before);
    next.after = EntryAfter(change, index, next.before);
    if (Same(next.before, next.after)) continue;
    // A backfill that has not come to this item yet has made no entry that could be counted or
    // taken away.
    if (index.backfilling && next.before) {
      TRESTLE_TRY(const std::optional<std::string> stored, store.GetLatest(next.before->key));
      if (!stored) next.before.reset();
      if (!next.before && !next.after) continue;
    }
    changes.push_back(std::move(next));
  }
  return changes;
}

}  // namespace trestle
