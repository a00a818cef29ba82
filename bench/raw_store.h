#pragma once

#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/write_batch.h>

#include <memory>
#include <string>
#include <vector>

#include "storage/store.h"

namespace trestle::bench {

struct Row {
  std::string key;
  std::string value;
};

// RocksDB without anything around it, run with the same options as a store of the same kind.
class RawStore {
 public:
  explicit RawStore(const StoreOptions& options);

  // The value is read into a string of its own, as a caller needs it.
  bool Get(const std::string& key) const;
  void Write(rocksdb::WriteBatch& batch);
  void Sync();
  // Moves what only the log and memory hold to a table file.
  void Flush();
  // RocksDB counts its steps on each thread unless told not to, as a store does.
  static void StopCountingSteps();

 private:
  std::unique_ptr<rocksdb::Env> memory_;
  std::unique_ptr<rocksdb::DB> db_;
  rocksdb::WriteOptions write_;
};

}  // namespace trestle::bench
