#include "table/commit_group.h"

#include <algorithm>
#include <utility>

#include "table/catalog.h"
#include "table/table_state.h"

namespace trestle {
namespace {

// More than this is not made to wait for the end of a turn, nor its memory kept for the next.
constexpr std::size_t kLargeBytes = 1 << 20;

}  // namespace

void CommitGroup::TableCount::Add(const CounterChange& change) {
  const auto same = std::find_if(changes.begin(), changes.end(), [&](const CounterChange& other) {
    return other.index_id == change.index_id;
  });
  if (same == changes.end()) return changes.push_back(change);
  same->items += change.items;
  same->bytes += change.bytes;
}

CommitGroup::CommitGroup(Catalog& catalog)
    : catalog_(catalog), batch_(catalog.store().NewBatch()), slot_(catalog.counter_slots_) {}

CommitGroup::~CommitGroup() { Unlock(kept_); }

void CommitGroup::Lock(const StripeSet& stripes) {
  ItemLocks& locks = catalog_.item_locks_;
  const bool own = kept_.Intersects(stripes);
  if (!own && locks.TryLock(stripes)) return;
  // Nobody waits for a lock while it keeps others, so there is no deadlock; and the wait is for a
  // turn of another loop at most.
  Flush();
  locks.Lock(stripes);
}

bool CommitGroup::TryLockMore(const StripeSet& stripes) {
  if (kept_.Intersects(stripes)) Flush();
  return catalog_.item_locks_.TryLock(stripes);
}

void CommitGroup::Unlock(const StripeSet& stripes) { catalog_.item_locks_.Unlock(stripes); }

void CommitGroup::Count(TableState& state, const CounterChange& change) {
  if (change.items == 0 && change.bytes == 0) return;
  auto count = std::find_if(counts_.begin(), counts_.end(),
                            [&](const TableCount& other) { return other.state == &state; });
  if (count == counts_.end()) count = counts_.insert(count, TableCount{.state = &state});
  count->Add(change);
}

Result<ChangeStamp> CommitGroup::Stamp(std::size_t count) {
  return catalog_.stamps_->Take(count, in_flight_);
}

void CommitGroup::Joined() {
  if (batch_->SizeBytes() >= kLargeBytes) Flush();
}

void CommitGroup::Flush() {
  if (batch_->empty()) return;
  const std::size_t slot = slot_.slot();
  for (const TableCount& count : counts_) count.state->counters.Add(slot, count.changes, *batch_);
  if (const Result<CommitPosition> committed = catalog_.store().Commit(*batch_)) {
    position_ = *committed;
  } else {
    for (const TableCount& count : counts_) count.state->counters.Undo(slot, count.changes);
    outcome_ = tl::unexpected(committed.error());
  }
  if (batch_->SizeBytes() < kLargeBytes) {
    batch_->Clear();
  } else {
    batch_ = catalog_.store().NewBatch();
  }
  counts_.clear();
  companions_.clear();
  const bool followed = in_flight_.HasStamps();
  in_flight_.Land();
  Unlock(std::exchange(kept_, {}));
  if (followed) catalog_.changes_.Raise();
}

Result<CommitPosition> CommitGroup::Finish() {
  Flush();
  TRESTLE_RETURN_IF_ERROR(std::exchange(outcome_, {}));
  return std::exchange(position_, {});
}

}  // namespace trestle
