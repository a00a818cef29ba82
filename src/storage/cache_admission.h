#pragma once

#include <rocksdb/cache.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace trestle {

// Whether what a read has to fetch from a file is put into the cache: always while there is room,
// then one time in 32, by chance. What is read often is there soon. What is read once takes no room
// from it and, above all, spares each read that misses the cache the work of putting one block in
// and another, long untouched, out. Safe to share between threads.
class CacheAdmission {
 public:
  explicit CacheAdmission(std::shared_ptr<const rocksdb::Cache> cache) : cache_(std::move(cache)) {}

  bool Admits() {
    const std::uint32_t chance = Chance();
    // Seldom, since it asks each part of the cache, and a thousand reads fill only a part of it.
    if (chance % 1024 == 0) has_room_.store(HasRoom(), std::memory_order_relaxed);
    return chance % 32 == 0 || has_room_.load(std::memory_order_relaxed);
  }

 private:
  static std::uint32_t Chance() {
    constinit thread_local std::uint32_t chance = 2463534242;  // Marsaglia's xorshift
    chance ^= chance << 13;
    chance ^= chance >> 17;
    chance ^= chance << 5;
    return chance;
  }
  // Its parts do not fill evenly: the first evictions come before it is full.
  bool HasRoom() const { return cache_->GetUsage() < cache_->GetCapacity() / 8 * 7; }

  const std::shared_ptr<const rocksdb::Cache> cache_;  // with RocksDB
  std::atomic<bool> has_room_ = true;
};

}  // namespace trestle
