#include "capacity/resource_meter.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr TimePoint kStart{seconds(1'800'000'000)};
constexpr std::uint32_t kSomeHash = 0x1234'5678;

CapacityTerms Provisioned(double read, double write) {
  return {.provisioned = {.read = read, .write = write}, .warm = {.read = read, .write = write}};
}

CapacityTerms OnDemand() { return {.on_demand = true, .warm = kNewOnDemandTable}; }

// Writes of one unit, spread over all hashes, until one is refused.
struct Writes {
  int admitted = 0;
  std::optional<ThroughputLimit> refusal;
};
Writes WriteUntilRefused(ResourceMeter& meter, TimePoint now) {
  Writes writes;
  std::uint32_t hash = 0;
  while (true) {
    hash += 0x9E37'79B9;  // the golden ratio: neighbours fall far apart
    writes.refusal = meter.Refusal(Access::kWrite, hash, now);
    if (writes.refusal) return writes;
    meter.Charge(Access::kWrite, hash, 1, now);
    ++writes.admitted;
  }
}

TEST(ResourceMeterTest, ProvisionedThroughputHasFiveMinutesOfBurst) {
  ResourceMeter meter(Provisioned(5, 2), kStart);
  const Writes at_once = WriteUntilRefused(meter, kStart);
  EXPECT_EQ(at_once.admitted, 600);
  EXPECT_EQ(at_once.refusal, ThroughputLimit::kProvisionedThroughput);
  EXPECT_EQ(meter.Refusal(Access::kRead, kSomeHash, kStart), std::nullopt);
  EXPECT_EQ(WriteUntilRefused(meter, kStart + seconds(10)).admitted, 20);
}

TEST(ResourceMeterTest, OneKeyIsLimitedToItsPartition) {
  ResourceMeter meter(Provisioned(3000, 5000), kStart);
  EXPECT_EQ(meter.partitions(), 6u);
  int admitted = 0;
  while (!meter.Refusal(Access::kWrite, kSomeHash, kStart)) {
    meter.Charge(Access::kWrite, kSomeHash, 1, kStart);
    ++admitted;
  }
  EXPECT_EQ(admitted, 1000);
  EXPECT_EQ(meter.Refusal(Access::kWrite, kSomeHash, kStart), ThroughputLimit::kKeyRangeThroughput);
  EXPECT_EQ(meter.Refusal(Access::kWrite, ~kSomeHash, kStart), std::nullopt);
  EXPECT_EQ(meter.Refusal(Access::kRead, kSomeHash, kStart), std::nullopt);
  EXPECT_EQ(meter.Refusal(Access::kWrite, kSomeHash, kStart + seconds(1)), std::nullopt);
}

TEST(ResourceMeterTest, ANewOnDemandTableHasFourPartitions) {
  ResourceMeter meter(OnDemand(), kStart);
  EXPECT_EQ(meter.partitions(), 4u);
  EXPECT_EQ(meter.FirstHash(0), 0u);
  EXPECT_EQ(meter.FirstHash(1), std::uint64_t{1} << 30);
  EXPECT_EQ(meter.FirstHash(4), std::uint64_t{1} << 32);
}

TEST(ResourceMeterTest, OnDemandDoublesItsPeakWithinHalfAnHour) {
  ResourceMeter meter(OnDemand(), kStart);
  const Writes first = WriteUntilRefused(meter, kStart);
  EXPECT_NEAR(first.admitted, 4000, 20);
  EXPECT_EQ(first.refusal, ThroughputLimit::kKeyRangeThroughput);
  EXPECT_NEAR(WriteUntilRefused(meter, kStart + minutes(29)).admitted, 4000, 20);
  WriteUntilRefused(meter, kStart + minutes(31));
  EXPECT_NEAR(WriteUntilRefused(meter, kStart + minutes(32)).admitted, 8000, 60);
  EXPECT_EQ(meter.partitions(), 8u);
}

TEST(ResourceMeterTest, WarmThroughputIsThereAtOnce) {
  CapacityTerms terms = OnDemand();
  terms.warm.write = 20'000;
  ResourceMeter meter(terms, kStart);
  EXPECT_EQ(meter.partitions(), 20u);
  EXPECT_NEAR(WriteUntilRefused(meter, kStart).admitted, 20'000, 100);
}

TEST(ResourceMeterTest, AnOnDemandMaximumIsNotExceeded) {
  CapacityTerms terms = OnDemand();
  terms.max_write = 7;
  ResourceMeter meter(terms, kStart);
  const Writes writes = WriteUntilRefused(meter, kStart);
  EXPECT_EQ(writes.admitted, 7);
  EXPECT_EQ(writes.refusal, ThroughputLimit::kMaxOnDemandThroughput);
  EXPECT_EQ(WriteUntilRefused(meter, kStart + minutes(5)).admitted, 7);  // no burst
}

TEST(ResourceMeterTest, TheAccountHasAQuotaForEachOnDemandTable) {
  CapacityTerms terms = OnDemand();
  terms.warm.write = 40'000;
  ResourceMeter meter(terms, kStart);
  meter.Charge(Access::kWrite, kSomeHash, 40'000, kStart);
  EXPECT_EQ(meter.Refusal(Access::kWrite, kSomeHash, kStart), ThroughputLimit::kAccountLimit);
}

TEST(ResourceMeterTest, FollowsAChangeOfTerms) {
  ResourceMeter meter(Provisioned(1, 1), kStart);
  WriteUntilRefused(meter, kStart);
  meter.Follow(Provisioned(1, 2500), 0, kStart);
  EXPECT_EQ(meter.partitions(), 3u);
  EXPECT_EQ(WriteUntilRefused(meter, kStart + seconds(1)).admitted, 2500);
  meter.Follow(OnDemand(), 0, kStart + seconds(2));
  EXPECT_EQ(meter.partitions(), 4u);
  meter.Follow(Provisioned(1, 1), 0, kStart + seconds(3));
  EXPECT_EQ(meter.partitions(), 4u);  // never merged
}

TEST(ResourceMeterTest, SplitsWhatHoldsMoreThanTenGigabytes) {
  ResourceMeter meter(Provisioned(1, 1), kStart);
  meter.Follow(Provisioned(1, 1), 25 * (std::int64_t{1} << 30), kStart);
  EXPECT_EQ(meter.partitions(), 3u);
}

TEST(ResourceMeterTest, CountsWhatAPartitionSaw) {
  ResourceMeter meter(OnDemand(), kStart);
  meter.Charge(Access::kRead, 0, 0.5, kStart);
  meter.Charge(Access::kWrite, 0, 3, kStart);
  meter.CountRefusal(0xFFFF'FFFF);
  EXPECT_EQ(meter.counts(0).reads, 1u);
  EXPECT_EQ(meter.counts(0).read_units, 0.5);
  EXPECT_EQ(meter.counts(0).writes, 1u);
  EXPECT_EQ(meter.counts(0).write_units, 3);
  EXPECT_EQ(meter.counts(3).throttles, 1u);
}

}  // namespace
}  // namespace trestle
