#include "table/change_stamps.h"

#include <algorithm>

#include "table/catalog_records.h"

namespace trestle {
namespace {

constexpr std::uint64_t kReservedAtOnce = 1 << 20;

}  // namespace

Result<std::unique_ptr<ChangeStamps>> ChangeStamps::Open(Store& store, const Clock& clock) {
  TRESTLE_TRY(const std::uint64_t next, catalog_records::ReadNextChangeNumber(*store.Latest()));
  return std::unique_ptr<ChangeStamps>(new ChangeStamps(store, clock, next));
}

ChangeStamps::ChangeStamps(Store& store, const Clock& clock, std::uint64_t next)
    : store_(store), clock_(clock), next_(next), reserved_(next) {}

Result<ChangeStamp> ChangeStamps::Take(std::size_t count, InFlight& in_flight) {
  const MutexLock lock(mutex_);
  if (next_ + count > reserved_) TRESTLE_RETURN_IF_ERROR(Reserve(next_ + count));
  newest_ = std::max(newest_, clock_.Now());
  const ChangeStamp first{.time = newest_, .number = next_};
  next_ += count;
  if (in_flight.stamps_ == nullptr) {
    in_flight.stamps_ = this;
    in_flight.first_ = first.number;
    in_flight_.insert(first.number);
  }
  return first;
}

Status ChangeStamps::Reserve(std::uint64_t until) {
  const std::uint64_t reserved = until + kReservedAtOnce;
  const std::unique_ptr<WriteBatch> batch = store_.NewBatch();
  catalog_records::PutNextChangeNumber(reserved, *batch);
  TRESTLE_RETURN_IF_ERROR(store_.Commit(*batch));
  reserved_ = reserved;
  return {};
}

std::uint64_t ChangeStamps::FirstInFlight() const {
  const MutexLock lock(mutex_);
  return in_flight_.empty() ? next_ : *in_flight_.begin();
}

ChangeStamp ChangeStamps::Next() const {
  const MutexLock lock(mutex_);
  return {.time = newest_, .number = next_};
}

void ChangeStamps::NotBefore(TimePoint time) {
  const MutexLock lock(mutex_);
  newest_ = std::max(newest_, time);
}

// What is reserved is so in the store of before.
void ChangeStamps::GoOnAfter(std::uint64_t next) {
  const MutexLock lock(mutex_);
  next_ = std::max(next_, next);
  reserved_ = next_;
}

void ChangeStamps::InFlight::Land() {
  if (stamps_ == nullptr) return;
  const MutexLock lock(stamps_->mutex_);
  stamps_->in_flight_.erase(stamps_->in_flight_.find(first_));
  stamps_ = nullptr;
}

}  // namespace trestle
