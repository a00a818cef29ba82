#include "load/histogram.h"

#include <algorithm>
#include <cmath>

namespace trestle::load {

void Histogram::Add(const Histogram& other) {
  for (std::size_t i = 0; i < kBuckets; ++i) counts_[i] += other.counts_[i];
  count_ += other.count_;
  sum_ += other.sum_;
  max_ = std::max(max_, other.max_);
}

std::uint64_t Histogram::LowOf(std::size_t bucket) {
  constexpr std::size_t kPerPower = std::size_t{1} << kPrecision;
  if (bucket < 2 * kPerPower) return bucket;
  const std::size_t shift = bucket / kPerPower - 1;
  return static_cast<std::uint64_t>(bucket - shift * kPerPower) << shift;
}

Histogram::Bucket Histogram::At(std::size_t bucket) const {
  return {.low = Nanoseconds(LowOf(bucket)),
          .high = Nanoseconds(LowOf(bucket + 1)),
          .count = counts_[bucket]};
}

Nanoseconds Histogram::Percentile(double share) const {
  if (count_ == 0) return Nanoseconds(0);
  const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
  const std::uint64_t rank = std::clamp<std::uint64_t>(wanted, 1, count_);
  if (rank == count_) return Max();
  std::uint64_t seen = 0;
  std::size_t bucket = 0;
  while ((seen += counts_[bucket]) < rank) ++bucket;
  // The middle of the bucket is nearest to all that may be in it.
  const std::uint64_t middle = (LowOf(bucket) + LowOf(bucket + 1) - 1) / 2;
  return Nanoseconds(std::min(middle, max_));
}

}  // namespace trestle::load
