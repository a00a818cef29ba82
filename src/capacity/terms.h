#pragma once

#include <cstdint>
#include <optional>

namespace trestle {

enum class Access : std::uint8_t { kRead, kWrite };

// Units a second, of both kinds.
struct Throughput {
  double read = 0;
  double write = 0;

  double Of(Access access) const { return access == Access::kRead ? read : write; }
  friend bool operator==(const Throughput&, const Throughput&) = default;
};

// What a table or a global index was promised.
struct CapacityTerms {
  bool on_demand = false;
  Throughput provisioned;  // unless on demand
  // What an on-demand table was told not to exceed.
  std::optional<double> max_read;
  std::optional<double> max_write;
  Throughput warm;  // what it takes at once

  std::optional<double> MaximumOf(Access access) const {
    return access == Access::kRead ? max_read : max_write;
  }
  friend bool operator==(const CapacityTerms&, const CapacityTerms&) = default;
};

// Which promise a refused request would have broken. The service's names.
enum class ThroughputLimit : std::uint8_t {
  kProvisionedThroughput,
  kAccountLimit,
  kKeyRangeThroughput,
  kMaxOnDemandThroughput
};

// The service's figures.
inline constexpr Throughput kPartitionLimit{.read = 3000, .write = 1000};
inline constexpr std::int64_t kPartitionBytes = std::int64_t{10} << 30;
inline constexpr Throughput kNewOnDemandTable{.read = 12000, .write = 4000};
inline constexpr Throughput kAccountLimitOfTable{.read = 40000, .write = 40000};
inline constexpr double kBurstSeconds = 300;

}  // namespace trestle
