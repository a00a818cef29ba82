#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "load/time.h"

namespace trestle::load {

// Counts durations in buckets that are 1/128 of their power of two wide, so a percentile is right
// to half a percent however long the tail, and recording takes a nanosecond. Longer than the last
// bucket (18 minutes) counts as that long.
class Histogram {
 public:
  void Record(Nanoseconds duration) {
    const auto value = static_cast<std::uint64_t>(duration.count() < 0 ? 0 : duration.count());
    ++counts_[BucketOf(value)];
    ++count_;
    sum_ += value;
    if (value > max_) max_ = value;
  }
  void Add(const Histogram& other);

  std::uint64_t count() const { return count_; }
  Nanoseconds Max() const { return Nanoseconds(max_); }
  Nanoseconds Mean() const { return Nanoseconds(count_ == 0 ? 0 : sum_ / count_); }
  // The smallest duration that `share` (0 to 1) of all recorded ones do not exceed; 0 if there are
  // none.
  Nanoseconds Percentile(double share) const;

  // A bucket, for those who draw: from `low` to below `high`.
  struct Bucket {
    Nanoseconds low;
    Nanoseconds high;
    std::uint64_t count = 0;
  };
  static constexpr std::size_t kBuckets = std::size_t{35} * 128;
  Bucket At(std::size_t bucket) const;

 private:
  static constexpr int kPrecision = 7;  // bits of a value that choose among a power's buckets
  static constexpr std::uint64_t kLimit = std::uint64_t{1} << 41;

  static std::size_t BucketOf(std::uint64_t value) {
    if (value >= kLimit) value = kLimit - 1;
    if (value < (2u << kPrecision)) return value;  // exact
    const int shift = static_cast<int>(std::bit_width(value)) - 1 - kPrecision;
    return (static_cast<std::size_t>(shift) << kPrecision) + (value >> shift);
  }
  static std::uint64_t LowOf(std::size_t bucket);

  std::array<std::uint64_t, kBuckets> counts_ = {};
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t max_ = 0;
};

}  // namespace trestle::load
