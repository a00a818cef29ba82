#include "capacity/table_meter.h"

#include <gtest/gtest.h>

#include <thread>

namespace trestle {
namespace {

constexpr TimePoint kStart{std::chrono::seconds(1'800'000'000)};

MeteredUse Write(std::uint32_t index_id, std::string key, double provisioned) {
  return {.index_id = index_id,
          .terms = {.provisioned = {.read = 1, .write = provisioned}},
          .access = Access::kWrite,
          .hash = 0x8000'0000,
          .partition_key = "partition of " + key,
          .item_key = std::move(key)};
}

TEST(TableMeterTest, AnIndexHasCapacityOfItsOwn) {
  TableMeter meter;
  meter.Charge(Write(3, "a", 1), 300, kStart);
  EXPECT_EQ(meter.Refusal(Write(3, "a", 1), kStart), ThroughputLimit::kProvisionedThroughput);
  EXPECT_EQ(meter.Refusal(Write(0, "a", 1), kStart), std::nullopt);
}

TEST(TableMeterTest, ReportsTheHottestFirst) {
  TableMeter meter;
  meter.Charge(Write(0, "mild", 10), 1, kStart);
  meter.Charge(Write(0, "hot", 10), 7, kStart);
  meter.CountRefusal(Write(0, "refused", 10), kStart);
  const std::vector<ResourceHeat> heat = meter.Heat(10);
  ASSERT_EQ(heat.size(), 1u);
  ASSERT_EQ(heat[0].partitions.size(), 1u);
  EXPECT_EQ(heat[0].partitions[0].counts.write_units, 8);
  EXPECT_EQ(heat[0].partitions[0].counts.throttles, 1u);
  ASSERT_EQ(heat[0].items.size(), 2u);
  EXPECT_EQ(heat[0].items[0].key, "hot");
  EXPECT_EQ(heat[0].partition_keys[0].key, "partition of hot");
  ASSERT_EQ(heat[0].throttled_items.size(), 1u);
  EXPECT_EQ(heat[0].throttled_items[0].key, "refused");
}

TEST(TableMeterTest, BytesSplitPartitions) {
  TableMeter meter;
  meter.SetBytes(0, 3 * kPartitionBytes);
  meter.Charge(Write(0, "a", 1), 1, kStart);
  EXPECT_EQ(meter.Heat(10)[0].partitions.size(), 3u);
}

TEST(TableMeterTest, ThreadsMayShareIt) {
  TableMeter meter;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 1000; ++n) meter.Charge(Write(0, "k", 1), 1, kStart);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(meter.Heat(1)[0].items[0].weight, 4000);
}

}  // namespace
}  // namespace trestle
