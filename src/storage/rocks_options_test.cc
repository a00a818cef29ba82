#include "storage/rocks_options.h"

#include <gtest/gtest.h>
#include <rocksdb/options.h>
#include <rocksdb/table.h>

namespace trestle {
namespace {

TEST(RocksOptionsTest, OnlyAStoreInMemoryHoldsIndexesOutsideTheCache) {
  const auto bounded = [](const rocksdb::Options& options) {
    const auto& table = *options.table_factory->GetOptions<rocksdb::BlockBasedTableOptions>();
    return table.cache_index_and_filter_blocks && table.partition_filters;
  };
  EXPECT_TRUE(bounded(RocksOptionsOf({.cache = NewRocksCache(1 << 20)})));
  EXPECT_FALSE(bounded(RocksOptionsOf({.cache = NewRocksCache(1 << 20), .in_memory = true})));
}

}  // namespace
}  // namespace trestle
