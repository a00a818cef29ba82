#pragma once

#include <rocksdb/listener.h>

#include <atomic>
#include <cstdint>

namespace trestle {

// How many bytes came to the table files of an open database, each counted once however often it is
// merged. Safe to share between threads.
class FlushedBytes final : public rocksdb::EventListener {
 public:
  std::uint64_t count() const { return count_; }

  void OnFlushCompleted(rocksdb::DB* /*db*/, const rocksdb::FlushJobInfo& job) override {
    count_ += job.table_properties.data_size;
  }

 private:
  std::atomic<std::uint64_t> count_ = 0;
};

}  // namespace trestle
