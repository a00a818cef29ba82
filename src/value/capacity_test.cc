#include "value/capacity.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

TEST(CapacityTest, ReadsStepBy4KB) {
  EXPECT_EQ(ReadUnits(0, ReadConsistency::kStrong), 1);
  EXPECT_EQ(ReadUnits(4096, ReadConsistency::kStrong), 1);
  EXPECT_EQ(ReadUnits(4097, ReadConsistency::kStrong), 2);
  EXPECT_EQ(ReadUnits(4097, ReadConsistency::kEventual), 1);
  EXPECT_EQ(ReadUnits(1, ReadConsistency::kEventual), 0.5);
  EXPECT_EQ(ReadUnits(8193, ReadConsistency::kTransactional), 6);
}

TEST(CapacityTest, WritesStepBy1KB) {
  EXPECT_EQ(WriteUnits(0, WriteKind::kPlain), 1);
  EXPECT_EQ(WriteUnits(1024, WriteKind::kPlain), 1);
  EXPECT_EQ(WriteUnits(1025, WriteKind::kPlain), 2);
  EXPECT_EQ(WriteUnits(3072, WriteKind::kTransactional), 6);
}

TEST(CapacityTest, TheTotalIsTableAndIndexes) {
  ConsumedCapacity consumed;
  consumed.table = 1.5;
  consumed.global_indexes = {{"a", 1}, {"b", 2}};
  consumed.local_indexes = {{"c", 0.5}};
  EXPECT_EQ(consumed.Total(), 5);
}

}  // namespace
}  // namespace trestle
