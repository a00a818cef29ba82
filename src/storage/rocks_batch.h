#pragma once

#include <cstdint>
#include <memory>

#include "storage/store.h"

namespace rocksdb {
class WriteBatch;
}

namespace trestle {

// Refuses to delete a range that begins at a hot row.
std::unique_ptr<WriteBatch> NewRocksBatch(HotRow hot_row);

// What RocksDB writes for `batch`, which came from NewRocksBatch.
rocksdb::WriteBatch& RocksBatchOf(WriteBatch& batch);

// The sequence numbers that RocksDB gave to a written batch: one for each change, without gaps.
std::uint64_t FirstSequence(const rocksdb::WriteBatch& batch);
std::uint64_t LastSequence(const rocksdb::WriteBatch& batch);

}  // namespace trestle
