#include "capacity/resource_meter.h"

#include <algorithm>
#include <cmath>

namespace trestle {
namespace {

constexpr std::uint64_t kHashes = std::uint64_t{1} << 32;

// A partition's limit is hard: nothing is kept beyond the second.
TokenBucket PartitionBucket(Access access, TimePoint now) {
  return TokenBucket({.per_second = kPartitionLimit.Of(access)}, now);
}

}  // namespace

ResourceMeter::ResourceMeter(const CapacityTerms& terms, TimePoint now)
    : terms_(terms), sides_{NewSide(Access::kRead, now), NewSide(Access::kWrite, now)} {
  SplitIfNeeded(now);
}

TokenBucket::Terms ResourceMeter::BucketTerms(Access access, double on_demand) const {
  if (terms_.on_demand) return {.per_second = on_demand, .seconds_kept = 1};
  return {.per_second = terms_.provisioned.Of(access), .seconds_kept = kBurstSeconds};
}

ResourceMeter::Side ResourceMeter::NewSide(Access access, TimePoint now) const {
  const double at_first = std::max(kNewOnDemandTable.Of(access), terms_.warm.Of(access));
  const double quota = std::max(kAccountLimitOfTable.Of(access), terms_.warm.Of(access));
  Side side{.bucket = TokenBucket(BucketTerms(access, at_first), now),
            .account = TokenBucket({.per_second = quota}, now),
            .maximum = std::nullopt,
            .peak = OnDemandPeak(kNewOnDemandTable.Of(access), now)};
  if (const std::optional<double> maximum = terms_.MaximumOf(access)) {
    side.maximum.emplace(TokenBucket::Terms{.per_second = *maximum}, now);
  }
  return side;
}

double ResourceMeter::OnDemandLimit(Access access, TimePoint now) {
  return std::max(SideOf(access).peak.Limit(now), terms_.warm.Of(access));
}

void ResourceMeter::Follow(const CapacityTerms& terms, std::int64_t bytes, TimePoint now) {
  bytes_ = bytes;
  if (!(terms == terms_)) {
    terms_ = terms;
    for (const Access access : {Access::kRead, Access::kWrite}) {
      const OnDemandPeak peak = SideOf(access).peak;
      TokenBucket bucket = SideOf(access).bucket;
      SideOf(access) = NewSide(access, now);
      SideOf(access).peak = peak;
      bucket.Change(BucketTerms(access, OnDemandLimit(access, now)), now);
      SideOf(access).bucket = bucket;
    }
  }
  SplitIfNeeded(now);
}

// On-demand tables count the larger need, as a mix of both kinds shares the same partitions.
std::size_t ResourceMeter::PartitionsNeeded(TimePoint now) {
  const double for_warm =
      std::max(terms_.warm.read / kPartitionLimit.read, terms_.warm.write / kPartitionLimit.write);
  double needed = for_warm;
  if (terms_.on_demand) {
    needed = std::max({needed, OnDemandLimit(Access::kRead, now) / kPartitionLimit.read,
                       OnDemandLimit(Access::kWrite, now) / kPartitionLimit.write});
  } else {
    needed = std::max(needed, terms_.provisioned.read / kPartitionLimit.read +
                                  terms_.provisioned.write / kPartitionLimit.write);
  }
  needed = std::max(needed, static_cast<double>(bytes_) / static_cast<double>(kPartitionBytes));
  return static_cast<std::size_t>(std::max(1.0, std::ceil(needed)));
}

// Partitions are never merged. Those after a split begin anew, and so do their counts.
void ResourceMeter::SplitIfNeeded(TimePoint now) {
  const std::size_t needed = PartitionsNeeded(now);
  if (needed <= partitions_.size()) return;
  partitions_.assign(needed, Partition{.buckets = {PartitionBucket(Access::kRead, now),
                                                   PartitionBucket(Access::kWrite, now)},
                                       .counts = {}});
}

std::size_t ResourceMeter::PartitionOf(std::uint32_t hash) const {
  return static_cast<std::size_t>(std::uint64_t{hash} * partitions_.size() / kHashes);
}

std::uint64_t ResourceMeter::FirstHash(std::size_t partition) const {
  return (std::uint64_t{partition} * kHashes + partitions_.size() - 1) / partitions_.size();
}

std::optional<ThroughputLimit> ResourceMeter::Refusal(Access access, std::uint32_t hash,
                                                      TimePoint now) {
  Side& side = SideOf(access);
  if (terms_.on_demand) {
    if (side.maximum && !side.maximum->HasSome(now)) {
      return ThroughputLimit::kMaxOnDemandThroughput;
    }
    if (!side.account.HasSome(now)) return ThroughputLimit::kAccountLimit;
    side.bucket.Change(BucketTerms(access, OnDemandLimit(access, now)), now);
    SplitIfNeeded(now);
    // A table that has not grown enough yet lacks partitions, and is refused as if they were hot.
    if (!side.bucket.HasSome(now)) return ThroughputLimit::kKeyRangeThroughput;
  } else if (!side.bucket.HasSome(now)) {
    return ThroughputLimit::kProvisionedThroughput;
  }
  if (!BucketOf(hash, access).HasSome(now)) return ThroughputLimit::kKeyRangeThroughput;
  return std::nullopt;
}

void ResourceMeter::Charge(Access access, std::uint32_t hash, double units, TimePoint now) {
  Side& side = SideOf(access);
  side.bucket.Take(units, now);
  side.account.Take(units, now);
  if (side.maximum) side.maximum->Take(units, now);
  side.peak.Add(units, now);
  BucketOf(hash, access).Take(units, now);
  PartitionCounts& counts = partitions_[PartitionOf(hash)].counts;
  if (access == Access::kRead) {
    ++counts.reads;
    counts.read_units += units;
  } else {
    ++counts.writes;
    counts.write_units += units;
  }
}

}  // namespace trestle
