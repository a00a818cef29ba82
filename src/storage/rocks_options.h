#pragma once

#include <cstddef>
#include <memory>

#include "storage/store.h"

namespace rocksdb {
class Cache;
struct Options;
}  // namespace rocksdb

namespace trestle {

struct RocksTuning {
  std::shared_ptr<rocksdb::Cache> cache = nullptr;  // with the other databases that use it
  std::size_t write_buffer_bytes = 64 << 20;
  bool in_memory = false;  // and not on a disk
  KeyGroup key_group = nullptr;
  HotRow hot_row = nullptr;
};

std::shared_ptr<rocksdb::Cache> NewRocksCache(std::size_t bytes);

// How RocksDB runs under trestle: for point reads and short ranges, with little work at the start.
rocksdb::Options RocksOptionsOf(const RocksTuning& tuning);

}  // namespace trestle
