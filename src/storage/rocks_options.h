#pragma once

#include <cstddef>

#include "storage/store.h"

namespace rocksdb {
struct Options;
}

namespace trestle {

struct RocksTuning {
  std::size_t cache_bytes = 0;
  std::size_t write_buffer_bytes = 64 << 20;
  bool compressed = true;
  KeyGroup key_group = nullptr;
  KeyGroup key_run = nullptr;
};

// How RocksDB runs under trestle: for point reads and short ranges, with little work at the start.
rocksdb::Options RocksOptionsOf(const RocksTuning& tuning);

}  // namespace trestle
