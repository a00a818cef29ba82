#pragma once

#include <atomic>

#include "base/clock.h"

namespace trestle {

// No item of the table that has not been looked for expires before this. So that whoever deletes
// expired items looks only where there may be some, and not at the remains of those it has deleted.
class FirstExpiry {
 public:
  TimePoint Get() const { return TimePoint(Duration(microseconds_.load())); }

  // By who makes an entry, under the item's lock and before the commit.
  void Lower(TimePoint to) {
    Duration::rep now = microseconds_.load();
    const Duration::rep wanted = to.time_since_epoch().count();
    while (wanted < now && !microseconds_.compare_exchange_weak(now, wanted)) {
    }
  }
  // By who will look at everything before `to`; from where on. An entry whose maker came before
  // this is committed when its item's lock has been free once.
  TimePoint Raise(TimePoint to) {
    return TimePoint(Duration(microseconds_.exchange(to.time_since_epoch().count())));
  }

 private:
  std::atomic<Duration::rep> microseconds_ = 0;
};

}  // namespace trestle
