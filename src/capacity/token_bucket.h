#pragma once

#include "base/clock.h"

namespace trestle {

// Fills at a rate up to what it keeps. Starts full. What is taken may exceed what is there; nothing
// is let in then until the debt is paid.
class TokenBucket {
 public:
  struct Terms {
    double per_second = 0;
    double seconds_kept = 1;
    friend bool operator==(const Terms&, const Terms&) = default;
  };
  TokenBucket(const Terms& terms, TimePoint now);

  bool HasSome(TimePoint now);
  void Take(double units, TimePoint now);
  // What is there stays, as far as the new terms keep it.
  void Change(const Terms& terms, TimePoint now);

 private:
  double most() const { return terms_.per_second * terms_.seconds_kept; }
  void Refill(TimePoint now);

  Terms terms_;
  double level_;
  TimePoint filled_;
};

}  // namespace trestle
