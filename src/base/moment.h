#pragma once

#include <optional>

#include "base/clock.h"

namespace trestle {

// When one thing happens: read from the clock when somebody first asks, and the same from then on.
class Moment {
 public:
  // `clock` outlives the moment.
  explicit Moment(const Clock& clock) : clock_(clock) {}

  void Set(TimePoint now) { now_ = now; }  // for who knows it already
  TimePoint Now() {
    if (!now_) now_ = clock_.Now();
    return *now_;
  }

 private:
  const Clock& clock_;
  std::optional<TimePoint> now_;
};

}  // namespace trestle
