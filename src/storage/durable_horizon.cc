#include "storage/durable_horizon.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trestle {

DurableHorizon::DurableHorizon(std::shared_ptr<const RocksView> view)
    : position_(view->position().value), view_(std::move(view)) {}

std::shared_ptr<const View> DurableHorizon::view() const {
  const MutexLock lock(view_mutex_);
  return view_;
}

void DurableHorizon::WhenCovered(CommitPosition position, Store::DurableCallback done) {
  Status outcome;
  {
    const MutexLock lock(mutex_);
    // Under the lock, because Advance moves the position before it looks for waiters.
    if (!Covers(position)) {
      if (!reason_) {
        waiters_.push_back({position, std::move(done)});
        return;
      }
      outcome = tl::unexpected(*reason_);
    }
  }
  done(std::move(outcome));
}

Status DurableHorizon::CheckOpen() const {
  if (!closed_.load(std::memory_order_acquire)) return {};
  const MutexLock lock(mutex_);
  if (reason_) return tl::unexpected(*reason_);
  return {};
}

void DurableHorizon::Advance(std::shared_ptr<const RocksView> view) {
  const std::uint64_t position = view->position().value;
  {
    const MutexLock lock(view_mutex_);
    view_.swap(view);
  }
  position_.store(position, std::memory_order_release);
  for (Waiter& waiter : TakeCovered()) waiter.done({});
}

std::vector<DurableHorizon::Waiter> DurableHorizon::TakeCovered() {
  std::vector<Waiter> covered;
  const MutexLock lock(mutex_);
  const auto rest =
      std::stable_partition(waiters_.begin(), waiters_.end(),
                            [this](const Waiter& waiter) { return !Covers(waiter.position); });
  covered.assign(std::move_iterator(rest), std::move_iterator(waiters_.end()));
  waiters_.erase(rest, waiters_.end());
  return covered;
}

void DurableHorizon::Close(const Error& reason) {
  std::vector<Waiter> failed;
  {
    const MutexLock lock(mutex_);
    reason_ = reason;
    closed_.store(true, std::memory_order_release);
    failed.swap(waiters_);
  }
  for (Waiter& waiter : failed) waiter.done(tl::unexpected(reason));
}

void DurableHorizon::Reopen() {
  const MutexLock lock(mutex_);
  reason_.reset();
  closed_.store(false, std::memory_order_release);
}

}  // namespace trestle
