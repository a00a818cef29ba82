#pragma once

#include <memory>

namespace rocksdb {
class FileSystem;
}

namespace trestle {

// `disk`, with faults that RocksDB can recover from.
//
// RocksDB takes most faults of a disk, and a full one above all, for the end of the database. But
// what a fault keeps from the disk is still in memory, so every fault is presented as one that may
// pass; LogSyncer then asks RocksDB to write its memory to a table file and to start a new log.
//
// RocksDB also gives up a log at the first write that fails, and cannot leave it while no commit is
// in memory. So a log keeps the fault of a write to itself and answers the next sync with it: by
// then the commit is in memory, and nobody has been promised anything.
std::shared_ptr<rocksdb::FileSystem> WithRecoverableFaults(
    const std::shared_ptr<rocksdb::FileSystem>& disk);

}  // namespace trestle
