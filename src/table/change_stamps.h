#pragma once

#include <cstdint>
#include <memory>
#include <set>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "storage/store.h"
#include "stream/change.h"

namespace trestle {

// Gives changes their stamps, and knows which of them may still be missing from the store: items
// are locked one by one, so a change with a smaller stamp may commit after one with a larger. Who
// follows changes in their order takes FirstInFlight(), then looks at the latest state, and leaves
// what is not before it for the next time. Safe to share between threads.
class ChangeStamps {
 public:
  // The stamps that a commit group has taken and not committed yet. Must not outlive its
  // ChangeStamps.
  class InFlight {
   public:
    InFlight() = default;
    ~InFlight() { Land(); }
    InFlight(const InFlight&) = delete;
    InFlight& operator=(const InFlight&) = delete;
    void Land();  // after the commit, or when there will be none
    bool HasStamps() const { return stamps_ != nullptr; }

   private:
    friend class ChangeStamps;
    ChangeStamps* stamps_ = nullptr;
    std::uint64_t first_ = 0;
  };

  // `store` and `clock` outlive it.
  static Result<std::unique_ptr<ChangeStamps>> Open(Store& store, const Clock& clock);

  // The first of `count` stamps for the changes of one commit; the others have the next numbers.
  Result<ChangeStamp> Take(std::size_t count, InFlight& in_flight) TRESTLE_EXCLUDES(mutex_);
  // What the next change gets at the earliest. Of use to who holds all item locks: then it parts
  // the changes that are committed from those to come.
  ChangeStamp Next() const TRESTLE_EXCLUDES(mutex_);
  // Every change with a smaller number has been committed, or never will be.
  std::uint64_t FirstInFlight() const TRESTLE_EXCLUDES(mutex_);
  // No stamp from now on is before `time`: for who finds a change with that stamp in the store.
  void NotBefore(TimePoint time) TRESTLE_EXCLUDES(mutex_);
  // The store has become another, for which no number from `next` on was given: the numbers go on
  // after those of both. Nothing is in flight.
  void GoOnAfter(std::uint64_t next) TRESTLE_EXCLUDES(mutex_);

 private:
  ChangeStamps(Store& store, const Clock& clock, std::uint64_t next);
  // Numbers are reserved on disk in blocks, so that none is given twice.
  Status Reserve(std::uint64_t until) TRESTLE_REQUIRES(mutex_);

  Store& store_;
  const Clock& clock_;
  mutable Mutex mutex_;
  std::uint64_t next_ TRESTLE_GUARDED_BY(mutex_);
  std::uint64_t reserved_ TRESTLE_GUARDED_BY(mutex_);
  TimePoint newest_ TRESTLE_GUARDED_BY(mutex_);
  std::multiset<std::uint64_t> in_flight_ TRESTLE_GUARDED_BY(mutex_);  // the first of each group
};

}  // namespace trestle
