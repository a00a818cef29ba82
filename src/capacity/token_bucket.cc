#include "capacity/token_bucket.h"

#include <algorithm>

namespace trestle {

TokenBucket::TokenBucket(const Terms& terms, TimePoint now)
    : terms_(terms), level_(most()), filled_(now) {}

// A clock that was put back gives nothing and takes nothing away.
void TokenBucket::Refill(TimePoint now) {
  if (now > filled_) {
    const double seconds = std::chrono::duration<double>(now - filled_).count();
    level_ = std::min(most(), level_ + seconds * terms_.per_second);
  }
  filled_ = now;
}

bool TokenBucket::HasSome(TimePoint now) {
  Refill(now);
  return level_ > 0;
}

void TokenBucket::Take(double units, TimePoint now) {
  Refill(now);
  level_ -= units;
}

void TokenBucket::Change(const Terms& terms, TimePoint now) {
  if (terms == terms_) return;
  Refill(now);
  terms_ = terms;
  level_ = std::min(level_, most());
}

}  // namespace trestle
