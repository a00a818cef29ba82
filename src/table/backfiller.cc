#include "table/backfiller.h"

#include <chrono>
#include <memory>
#include <utility>

#include "base/log.h"
#include "table/catalog.h"
#include "table/catalog_records.h"
#include "table/index_changes.h"
#include "table/item_walk.h"
#include "table/table_state.h"

namespace trestle {
namespace {

constexpr std::size_t kItemsAtATime = 32;
constexpr std::chrono::milliseconds kStatusPoll{5};
constexpr std::chrono::milliseconds kAfterFailure{1000};

}  // namespace

Backfiller::Backfiller(Catalog& catalog) : catalog_(catalog), thread_([this] { return Turn(); }) {
  if (NextJob()) Wake();
}

BackgroundThread::Rest Backfiller::Turn() {
  while (const std::optional<Job> job = NextJob()) {
    const Result<Progress> progress = Fill(*job);
    if (!progress) {
      LogError("the backfill of an index waits: " + progress.error().message);
      return kAfterFailure;
    }
    if (thread_.IsStopping()) break;
    if (*progress == Progress::kMustWait) return kStatusPoll;
  }
  return std::nullopt;
}

std::optional<Backfiller::Job> Backfiller::NextJob() const {
  const std::shared_ptr<const TableMap> tables = catalog_.directory_.All();
  for (const auto& [name, entry] : *tables) {
    if (entry.table == nullptr) continue;
    for (const IndexDefinition& index : entry.table->definition().indexes) {
      if (index.backfilling) return Job{.table = entry.table, .index_id = index.id};
    }
  }
  return std::nullopt;
}

Result<Backfiller::Progress> Backfiller::Fill(const Job& job) {
  Progress progress = Progress::kMore;
  while (progress == Progress::kMore) {
    if (thread_.IsStopping()) return progress;
    TRESTLE_TRY(progress, FillSome(job));
  }
  // The table is still shown as before the update: come back when that is over.
  if (catalog_.directory_.Find(job.table->name()).InTransit(catalog_.clock_)) {
    return Progress::kMustWait;
  }
  // Readers see what is durable; an index that is ACTIVE must be whole for them too.
  TRESTLE_RETURN_IF_ERROR(catalog_.store_.WaitDurable(catalog_.store_.LatestPosition()));
  TRESTLE_RETURN_IF_ERROR(catalog_.FinishBackfill(*job.table, job.index_id));
  return Progress::kDone;
}

Result<Backfiller::Progress> Backfiller::FillSome(const Job& job) {
  const std::uint32_t table_id = job.table->definition().id;
  TRESTLE_TRY(const std::optional<std::string> place,
              catalog_records::ReadBackfill(catalog_.store_, table_id, job.index_id));
  TRESTLE_TRY(const std::vector<std::string> keys,
              NextItemKeys(*catalog_.store_.Latest(), table_id, place, kItemsAtATime));
  if (keys.empty()) return Progress::kDone;

  StripeSet stripes;
  for (const std::string& key : keys) stripes.Add(StripeSet::StripeOf(key));
  const ItemLocks::Held held = catalog_.item_locks_.Hold(stripes);
  const Table* const table = job.table->state()->current;
  const IndexDefinition* const index =
      table == nullptr ? nullptr : table->definition().FindIndex(job.index_id);
  if (index == nullptr) return Progress::kDone;  // dropped in the meantime
  TRESTLE_RETURN_IF_ERROR(FillItems(*table, *index, keys));
  return Progress::kMore;
}

Status Backfiller::FillItems(const Table& table, const IndexDefinition& index,
                             const std::vector<std::string>& keys) {
  Store& store = catalog_.store_;
  const std::unique_ptr<WriteBatch> batch = store.NewBatch();
  CounterChange count{.index_id = index.id};
  for (const std::string& key : keys) {
    TRESTLE_TRY(std::optional<std::string> stored, store.GetLatest(key));
    if (!stored) continue;  // deleted since the keys were listed
    const EncodedItem encoded = EncodedItem::FromStored(*std::move(stored));
    TRESTLE_TRY(const Item item, encoded.Decode());
    IndexChange change{.index = &index, .after = EntryOf(table, index, key, {item, encoded})};
    if (!change.after) continue;
    TRESTLE_TRY(const std::optional<std::string> made, store.GetLatest(change.after->key));
    if (made) continue;  // a writer was here first
    change.AddTo(*batch);
    count.items += change.Count().items;
    count.bytes += change.Count().bytes;
  }
  const std::uint32_t table_id = table.definition().id;
  catalog_records::PutBackfill(table_id, index.id, keys.back(), *batch);

  const CounterSlots::Lease lease(catalog_.counter_slots_);
  table.state()->counters.Add(lease.slot(), {&count, 1}, *batch);
  const Result<CommitPosition> committed = store.Commit(*batch);
  if (!committed) {
    table.state()->counters.Undo(lease.slot(), {&count, 1});
    return tl::unexpected(committed.error());
  }
  return {};
}

}  // namespace trestle
