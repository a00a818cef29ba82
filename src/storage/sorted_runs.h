#pragma once

#include <rocksdb/listener.h>

#include <atomic>

namespace trestle {

// In how many places of its table files RocksDB has to look for a key: in each file of the newest
// level, and once in each level below that has files. Safe to share between threads.
class SortedRuns final : public rocksdb::EventListener {
 public:
  int count() const { return count_; }

  void CountIn(rocksdb::DB& db);

  void OnFlushCompleted(rocksdb::DB* db, const rocksdb::FlushJobInfo& /*job*/) override {
    CountIn(*db);
  }
  void OnCompactionCompleted(rocksdb::DB* db, const rocksdb::CompactionJobInfo& /*job*/) override {
    CountIn(*db);
  }

 private:
  std::atomic<int> count_ = 0;
};

}  // namespace trestle
