#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "storage/rocks_view.h"
#include "storage/store.h"

namespace trestle {

// How far the commits are durable: the view that readers are shown, and those who wait for more.
// Safe to share between threads; one thread alone moves it.
class DurableHorizon {
 public:
  explicit DurableHorizon(std::shared_ptr<const RocksView> view);

  std::shared_ptr<const View> view() const TRESTLE_EXCLUDES(view_mutex_);
  bool Covers(CommitPosition position) const {
    return position.value <= position_.load(std::memory_order_acquire);
  }
  // Calls `done` once: when `position` is covered, or with the reason why it will not be.
  void WhenCovered(CommitPosition position, Store::DurableCallback done) TRESTLE_EXCLUDES(mutex_);
  // Why nothing more becomes durable at the moment, if that is so.
  Status CheckOpen() const TRESTLE_EXCLUDES(mutex_);

  // Shows `view`, all of which is durable, and calls those who waited for it.
  void Advance(std::shared_ptr<const RocksView> view) TRESTLE_EXCLUDES(mutex_, view_mutex_);
  // Fails those who wait, and those who come, until the next Reopen.
  void Close(const Error& reason) TRESTLE_EXCLUDES(mutex_);
  void Reopen() TRESTLE_EXCLUDES(mutex_);

 private:
  struct Waiter {
    CommitPosition position;
    Store::DurableCallback done;
  };

  std::vector<Waiter> TakeCovered() TRESTLE_EXCLUDES(mutex_);

  std::atomic<std::uint64_t> position_;
  std::atomic<bool> closed_ = false;  // lets CheckOpen answer without the lock

  mutable Mutex mutex_;
  std::vector<Waiter> waiters_ TRESTLE_GUARDED_BY(mutex_);
  std::optional<Error> reason_ TRESTLE_GUARDED_BY(mutex_);

  // One lock, held for a copy of a pointer, is the one instant at which all readers pass from one
  // view to the next: no reader can see a commit and a later reader miss it.
  mutable Mutex view_mutex_;
  std::shared_ptr<const RocksView> view_ TRESTLE_GUARDED_BY(view_mutex_);  // with its readers
};

}  // namespace trestle
