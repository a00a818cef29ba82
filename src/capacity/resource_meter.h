#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "capacity/on_demand_peak.h"
#include "capacity/terms.h"
#include "capacity/token_bucket.h"

namespace trestle {

// What went through a partition.
struct PartitionCounts {
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
  std::uint64_t throttles = 0;
  double read_units = 0;
  double write_units = 0;
};

// The buckets of one table or index and of its simulated partitions, each a range of hashes. Not
// safe to share between threads.
class ResourceMeter {
 public:
  ResourceMeter(const CapacityTerms& terms, TimePoint now);

  // Takes over what has changed: new terms, and the bytes that are held now.
  void Follow(const CapacityTerms& terms, std::int64_t bytes, TimePoint now);

  // The limit that is used up, if one is.
  std::optional<ThroughputLimit> Refusal(Access access, std::uint32_t hash, TimePoint now);
  void Charge(Access access, std::uint32_t hash, double units, TimePoint now);
  void CountRefusal(std::uint32_t hash) { ++partitions_[PartitionOf(hash)].counts.throttles; }

  std::size_t partitions() const { return partitions_.size(); }
  const PartitionCounts& counts(std::size_t partition) const {
    return partitions_[partition].counts;
  }
  // The first hash of the partition; that of the one after the last is 2^32.
  std::uint64_t FirstHash(std::size_t partition) const;

 private:
  struct Side {
    TokenBucket bucket;   // provisioned throughput, or what an on-demand table takes as it grows
    TokenBucket account;  // the account's quota for an on-demand table
    std::optional<TokenBucket> maximum;  // that an on-demand table was told
    OnDemandPeak peak;
  };
  struct Partition {
    std::array<TokenBucket, 2> buckets;  // by Access
    PartitionCounts counts;
  };

  Side NewSide(Access access, TimePoint now) const;
  TokenBucket::Terms BucketTerms(Access access, double on_demand) const;
  double OnDemandLimit(Access access, TimePoint now);
  std::size_t PartitionsNeeded(TimePoint now);
  void SplitIfNeeded(TimePoint now);
  std::size_t PartitionOf(std::uint32_t hash) const;
  Side& SideOf(Access access) { return sides_[static_cast<std::size_t>(access)]; }
  TokenBucket& BucketOf(std::uint32_t hash, Access access) {
    return partitions_[PartitionOf(hash)].buckets[static_cast<std::size_t>(access)];
  }

  CapacityTerms terms_;
  std::int64_t bytes_ = 0;
  std::array<Side, 2> sides_;  // by Access
  std::vector<Partition> partitions_;
};

}  // namespace trestle
