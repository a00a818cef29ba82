#include "table/table_filler.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "table/catalog.h"
#include "table/index_changes.h"
#include "table/item_keeper.h"
#include "table/key_codec.h"
#include "table/messages.h"
#include "table/table_state.h"
#include "value/limits.h"
#include "value/messages.h"

namespace trestle {
namespace {

constexpr std::size_t kBatchBytes = 1 << 20;

StripeSet FirstStripe() {
  StripeSet stripes;
  stripes.Add(0);
  return stripes;
}

}  // namespace

Result<std::unique_ptr<TableFiller>> TableFiller::Begin(Catalog& catalog,
                                                        TableDefinition definition,
                                                        Options options) {
  definition.filling = false;  // it may be that of an earlier attempt
  TRESTLE_TRY(TablePtr table, catalog.BeginFill(std::move(definition)));
  return std::unique_ptr<TableFiller>(new TableFiller(catalog, std::move(table), options));
}

Result<std::unique_ptr<TableFiller>> TableFiller::BeginAnew(Catalog& catalog,
                                                            const Table& unfinished,
                                                            Options options) {
  if (!unfinished.definition().filling) return messages::TableExists(unfinished.name());
  TRESTLE_TRY(TablePtr table, catalog.BeginFill(unfinished.definition()));
  return std::unique_ptr<TableFiller>(new TableFiller(catalog, std::move(table), options));
}

TableFiller::TableFiller(Catalog& catalog, TablePtr table, Options options)
    : catalog_(catalog),
      table_(std::move(table)),
      options_(options),
      key_head_(KeyWriter(KeySpace::kItem, table_->definition().id).key()),
      batch_(catalog.store().NewBatch()) {}

TableFiller::~TableFiller() {
  if (!open_ || options_.stays_unfinished) return;
  if (const Status status = Abandon(); !status) {
    LogError("the unfinished table " + table_->name() +
             " stays until the next start: " + status.error().message);
  }
}

Status TableFiller::Add(std::span<const Item> items) {
  for (const Item& item : items) {
    if (table_->keeper() != nullptr) {
      TRESTLE_RETURN_IF_ERROR(AddKept(item));
      continue;
    }
    TRESTLE_TRY(const ItemKey key, table_->KeyOf(table_->KeyAttributes(item)));
    TRESTLE_RETURN_IF_ERROR(Put(key.bytes, EncodedItem::From(item), &item));
  }
  return {};
}

// Nothing is put before all of it is known to fit.
Status TableFiller::AddKept(Item item) {
  const ItemKeeper& keeper = *table_->keeper();
  const TimePoint now = catalog_.clock().Now();
  TRESTLE_RETURN_IF_ERROR(keeper.CompleteKey(item, now));
  TRESTLE_TRY(const ItemKey key, table_->KeyOf(table_->KeyAttributes(item)));
  TRESTLE_TRY(const std::optional<EncodedItem> before, Before(key.bytes));
  Item before_tree;
  if (before) {
    TRESTLE_TRY(before_tree, before->Decode());
  }
  TRESTLE_TRY(KeptCompanions companions, keeper.Keep({.kind = KeptChange::Kind::kPut,
                                                      .before = before ? &before_tree : nullptr,
                                                      .after = &item,
                                                      .now = now}));
  const EncodedItem encoded = EncodedItem::From(item);
  if (encoded.SizeBytes() > kMaxItemBytes) return messages::ItemTooLarge();
  const auto key_of = [&](const Item& companion) {
    return table_->KeyOf(table_->KeyAttributes(companion));
  };
  std::vector<std::pair<std::string, Item>> claimed;
  for (Item& companion : companions.claimed) {
    TRESTLE_TRY(ItemKey companion_key, key_of(companion));
    TRESTLE_TRY(const std::optional<EncodedItem> there, Before(companion_key.bytes));
    if (there && *there == EncodedItem::From(companion)) continue;
    if (there) return tl::unexpected(keeper.Taken(companion));
    claimed.emplace_back(std::move(companion_key.bytes), std::move(companion));
  }
  for (const Item& companion : companions.released) {
    TRESTLE_TRY(const ItemKey companion_key, key_of(companion));
    TRESTLE_TRY(const std::optional<EncodedItem> there, Before(companion_key.bytes));
    if (there && *there == EncodedItem::From(companion)) {
      TRESTLE_RETURN_IF_ERROR(Remove(companion_key.bytes, *there));
    }
  }
  for (const auto& [companion_key, companion] : claimed) {
    TRESTLE_RETURN_IF_ERROR(Put(companion_key, EncodedItem::From(companion), &companion));
    --items_added_;  // it is none of those that were given
  }
  return Put(key.bytes, encoded, &item);
}

// Of a companion, which is in no index. Rare, so it may cost a batch of its own.
Status TableFiller::Remove(const std::string& key, const EncodedItem& item) {
  TRESTLE_RETURN_IF_ERROR(Flush());
  batch_->Delete(key);
  Count({.items = -1, .bytes = -static_cast<std::int64_t>(item.SizeBytes())});
  return Flush();
}

Status TableFiller::AddStored(std::string_view item_key, EncodedItemView item) {
  std::string key = key_head_;
  key.append(item_key.substr(key_head_.size()));
  const EncodedItem encoded = EncodedItem::FromStored(std::string(item.bytes()));
  if (table_->definition().indexes.empty()) return Put(key, encoded, nullptr);
  TRESTLE_TRY(const Item tree, encoded.Decode());
  return Put(key, encoded, &tree);
}

// `tree` is the item's; it may be missing where the table has no indexes.
Status TableFiller::Put(const std::string& key, const EncodedItem& item, const Item* tree) {
  TRESTLE_TRY(const std::optional<EncodedItem> before, Before(key));
  batch_->Put(key, item.bytes());
  CounterChange count{.items = 1, .bytes = static_cast<std::int64_t>(item.SizeBytes())};
  if (before) {
    count.items = 0;
    count.bytes -= static_cast<std::int64_t>(before->SizeBytes());
  }
  Count(count);
  if (!table_->definition().indexes.empty()) {
    ItemChange change{
        .table = *table_, .item_key = key, .before = std::nullopt, .after = std::nullopt};
    Item before_tree;
    if (before) {
      TRESTLE_TRY(before_tree, before->Decode());
      change.before.emplace(ItemImage{before_tree, *before});
    }
    change.after.emplace(ItemImage{*tree, item});
    TRESTLE_TRY(const std::vector<IndexChange> changes, IndexChangesOf(change, catalog_.store()));
    for (const IndexChange& index : changes) {
      index.AddTo(*batch_);
      Count(index.Count());
    }
  }
  if (options_.may_repeat) added_.insert_or_assign(key, item);
  ++items_added_;
  return batch_->SizeBytes() < kBatchBytes ? Status() : Flush();
}

Result<std::optional<EncodedItem>> TableFiller::Before(const std::string& key) const {
  if (!options_.may_repeat) return std::optional<EncodedItem>();
  if (const auto added = added_.find(key); added != added_.end()) {
    return std::optional<EncodedItem>(added->second);
  }
  TRESTLE_TRY(std::optional<std::string> stored, catalog_.store().GetLatest(key));
  if (!stored) return std::optional<EncodedItem>();
  return std::optional<EncodedItem>(EncodedItem::FromStored(*std::move(stored)));
}

void TableFiller::Count(const CounterChange& change) {
  const auto same = std::find_if(counts_.begin(), counts_.end(), [&](const CounterChange& other) {
    return other.index_id == change.index_id;
  });
  if (same == counts_.end()) return counts_.push_back(change);
  same->items += change.items;
  same->bytes += change.bytes;
}

Status TableFiller::Flush() {
  if (batch_->empty()) return {};
  // Any lock keeps the whole store from becoming another.
  const ItemLocks::Held held = catalog_.item_locks_.Hold(FirstStripe());
  if (table_->state()->current == nullptr) return messages::TableNotFound(table_->name());
  TableCounters& counters = table_->state()->counters;
  const CounterSlots::Lease lease(catalog_.counter_slots_);
  counters.Add(lease.slot(), counts_, *batch_);
  if (const auto committed = catalog_.store().Commit(*batch_); !committed) {
    counters.Undo(lease.slot(), counts_);
    return tl::unexpected(committed.error());
  }
  batch_->Clear();
  counts_.clear();
  added_.clear();
  return {};
}

Status TableFiller::Finish() {
  TRESTLE_RETURN_IF_ERROR(Flush());
  TRESTLE_RETURN_IF_ERROR(catalog_.store().WaitDurable(catalog_.store().LatestPosition()));
  TRESTLE_RETURN_IF_ERROR(catalog_.FinishFill(*table_));
  open_ = false;
  return {};
}

Status TableFiller::Abandon() {
  TRESTLE_RETURN_IF_ERROR(catalog_.AbandonFill(*table_));
  open_ = false;
  return {};
}

}  // namespace trestle
