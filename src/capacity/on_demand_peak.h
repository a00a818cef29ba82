#pragma once

#include <cstdint>

#include "base/clock.h"

namespace trestle {

// How much an on-demand table takes: double its peak, which is the highest second of any half hour
// that is over. So the limit doubles every half hour at most.
class OnDemandPeak {
 public:
  // `at_first` is the limit of a new table.
  OnDemandPeak(double at_first, TimePoint now) : peak_(at_first / 2), period_began_(now) {}

  double Limit(TimePoint now);
  void Add(double units, TimePoint now);

 private:
  void EndPeriodIfOver(TimePoint now);

  double peak_;
  double highest_ = 0;  // second of the running half hour
  TimePoint period_began_;
  std::int64_t second_ = 0;
  double in_second_ = 0;
};

}  // namespace trestle
