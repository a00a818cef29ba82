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
  StoredEntry entry{.key = IndexEntryKey(table, index, image.item, item_key)};
  if (index.projection == ProjectionType::kAll) {
    entry.whole = &image.encoded;
  } else {
    entry.projected = EncodedItem::From(ProjectedItem(table, index, image.item)).TakeBytes();
  }
  return entry;
}

Result<std::vector<IndexChange>> IndexChangesOf(const ItemChange& change, const Store& store) {
  std::vector<IndexChange> changes;
  for (const IndexDefinition& index : change.table.definition().indexes) {
    IndexChange next{.index = &index};
    if (change.before) next.before = EntryOf(change.table, index, change.item_key, *change.before);
    if (change.after) next.after = EntryOf(change.table, index, change.item_key, *change.after);
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
