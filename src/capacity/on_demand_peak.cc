#include "capacity/on_demand_peak.h"

#include <algorithm>

namespace trestle {
namespace {

constexpr Duration kPeriod = std::chrono::minutes(30);

}  // namespace

void OnDemandPeak::EndPeriodIfOver(TimePoint now) {
  if (now - period_began_ < kPeriod) return;
  peak_ = std::max(peak_, highest_);
  highest_ = 0;
  period_began_ = now;
}

double OnDemandPeak::Limit(TimePoint now) {
  EndPeriodIfOver(now);
  return 2 * peak_;
}

void OnDemandPeak::Add(double units, TimePoint now) {
  EndPeriodIfOver(now);
  const std::int64_t second =
      std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count();
  if (second != second_) in_second_ = 0;
  second_ = second;
  in_second_ += units;
  highest_ = std::max(highest_, in_second_);
}

}  // namespace trestle
