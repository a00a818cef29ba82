#include "table/expirer.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "table/catalog.h"
#include "table/catalog_records.h"
#include "table/item_walk.h"
#include "table/table_state.h"
#include "table/time_to_live.h"

namespace trestle {
namespace {

constexpr std::size_t kItemsAtATime = 32;
constexpr std::chrono::seconds kEvery{1};
// What should have expired longer ago than this when it was written is taken for a mistake.
constexpr std::chrono::hours kTooLongAgo{5 * 365 * 24};

Result<std::vector<std::string>> NextEntries(const View& view, KeyRange range) {
  std::vector<std::string> entries;
  const std::unique_ptr<Cursor> cursor = view.Range(std::move(range));
  for (cursor->SeekFirst(); cursor->Valid() && entries.size() < kItemsAtATime; cursor->Next()) {
    entries.emplace_back(cursor->key());
  }
  TRESTLE_RETURN_IF_ERROR(cursor->status());
  return entries;
}

// Leaves others as much time as it has taken.
class Pause {
 public:
  ~Pause() { std::this_thread::sleep_for(std::chrono::steady_clock::now() - begin_); }

 private:
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

void Expirer::Start() {
  if (std::exchange(started_, true)) return;
  catalog_.housekeeper_.Add(
      {.name = "deleting what has expired", .every = kEvery, .run = [this] { return Run(); }});
}

Status Expirer::Run() {
  const std::vector<TablePtr> tables = Tables();
  for (const TablePtr& table : tables) TRESTLE_RETURN_IF_ERROR(Fill(*table));
  const TimePoint now = catalog_.clock_.Now();
  TRESTLE_RETURN_IF_ERROR(ExpireAll(tables, now));
  last_run_ = now;
  return {};
}

std::vector<TablePtr> Expirer::Tables() const {
  std::vector<TablePtr> tables;
  const std::shared_ptr<const TableMap> all = catalog_.directory_.All();
  for (const auto& [name, entry] : *all) {
    if (entry.table != nullptr && entry.table->definition().ttl_attribute) {
      tables.push_back(entry.table);
    }
  }
  return tables;
}

// Nobody waits for these: whoever makes an entry before us makes the same.
Status Expirer::Fill(const Table& table) {
  if (!table.definition().ttl_filling) return {};
  Progress progress = Progress::kMore;
  while (progress == Progress::kMore) {
    if (catalog_.housekeeper_.IsStopping()) return {};
    const Pause pause;
    TRESTLE_TRY(progress, FillSome(table));
  }
  return catalog_.FinishExpiryFill(table);
}

Result<Expirer::Progress> Expirer::FillSome(const Table& table) {
  Store& store = catalog_.store_;
  const std::uint32_t id = table.definition().id;
  TRESTLE_TRY(const auto place, catalog_records::ReadExpiryFill(store, id));
  TRESTLE_TRY(const std::vector<std::string> keys,
              NextItemKeys(*store.Latest(), id, place, kItemsAtATime));
  if (keys.empty()) return Progress::kDone;

  StripeSet stripes;
  for (const std::string& key : keys) stripes.Add(StripeSet::StripeOf(key));
  const ItemLocks::Held held = catalog_.item_locks_.Hold(stripes);
  const Table* const current = table.state()->current;
  if (current == nullptr || !current->definition().ttl_filling) return Progress::kDone;
  TRESTLE_TRY(const auto place_now, catalog_records::ReadExpiryFill(store, id));
  if (place_now != place) return Progress::kMore;  // switched off and on again: from the beginning
  const std::unique_ptr<WriteBatch> batch = store.NewBatch();
  for (const std::string& key : keys) {
    TRESTLE_TRY(const std::optional<std::string> item, store.GetLatest(key));
    if (item) AddExpiryChange(*current, {.item_key = key, .after = EncodedItemView(*item)}, *batch);
  }
  catalog_records::PutExpiryFill(id, keys.back(), *batch);
  TRESTLE_RETURN_IF_ERROR(store.Commit(*batch));
  return Progress::kMore;
}

Status Expirer::ExpireAll(const std::vector<TablePtr>& tables, TimePoint now) {
  // Had the clock not leapt, it would have been looked for in time.
  const TimePoint before = std::min(now, last_run_.value_or(now));
  const Duration delay = catalog_.options_.ttl_delay;
  const TimePoint last = now - delay;
  std::vector<std::pair<TablePtr, Span>> due;
  for (const TablePtr& table : tables) {
    if (table->state()->first_expiry.Get() > last) continue;
    const TimePoint first = table->state()->first_expiry.Raise(last + Duration(1));
    due.push_back({table, {.first = std::max(first, before - delay - kTooLongAgo), .last = last}});
  }
  if (due.empty()) return {};
  catalog_.item_locks_.Pass();
  CommitPosition done;
  for (const auto& [table, span] : due) {
    const Result<CommitPosition> expired = Expire(table, span);
    if (!expired || catalog_.housekeeper_.IsStopping()) {
      for (const auto& [one, unfinished] : due) one->state()->first_expiry.Lower(unfinished.first);
      TRESTLE_RETURN_IF_ERROR(expired);
      return {};
    }
    done = std::max(done, *expired);
  }
  return catalog_.store_.WaitDurable(done);
}

Result<CommitPosition> Expirer::Expire(const TablePtr& table, const Span& due) {
  CommitPosition done;
  KeyRange range = ExpiryEntries(table->definition().id, due.first, due.last);
  while (!catalog_.housekeeper_.IsStopping()) {
    const Pause pause;
    TRESTLE_TRY(const std::vector<std::string> entries,
                NextEntries(*catalog_.store_.Latest(), range));
    if (entries.empty()) break;
    TRESTLE_TRY(done, Delete(table, due, entries));
    range.begin = entries.back() + '\0';
  }
  return done;
}

// What was changed since its entry was seen is asked again, under the lock.
Result<CommitPosition> Expirer::Delete(const TablePtr& table, const Span& due,
                                       const std::vector<std::string>& entries) {
  std::vector<ItemAddress> addresses;
  for (const std::string& entry : entries) {
    addresses.push_back({.table = table, .key = {ItemOfExpiryEntry(entry)}});
  }
  WriteSet writes(catalog_, std::move(addresses));
  writes.SetOrigin(ChangeOrigin::kExpiry);
  const Table* const current = table->state()->current;
  if (current == nullptr) return CommitPosition{};  // dropped
  for (std::size_t place = 0; place < entries.size(); ++place) {
    TRESTLE_TRY(const EncodedItem* const item, writes.ReadEncoded(place));
    if (item == nullptr) continue;
    const std::optional<TimePoint> expiry = ExpiryOf(current->definition(), *item);
    if (expiry && *expiry >= due.first && *expiry <= due.last) writes.Delete(place);
  }
  TRESTLE_RETURN_IF_ERROR(writes.Commit());
  return writes.position();
}

}  // namespace trestle
