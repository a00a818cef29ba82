#pragma once

#include <cstdint>
#include <memory>

#include "storage/store.h"

namespace rocksdb {
class DB;
class Env;
class FileLock;
}  // namespace rocksdb

namespace trestle {

class LogGapFilter;

// An open RocksDB with all that must outlive it. Shared by the store, its views and its cursors, so
// that none of them can be left with a closed database.
class RocksDatabase {
 public:
  RocksDatabase();
  ~RocksDatabase();
  RocksDatabase(const RocksDatabase&) = delete;
  RocksDatabase& operator=(const RocksDatabase&) = delete;

  rocksdb::DB& db() const {
    thread_local const bool told = StopCountingSteps();
    static_cast<void>(told);
    return *db_;
  }

  // Whether all keys of the range are of one group, and files may be passed over that have none of
  // it.
  bool IsWithinGroup(const KeyRange& range) const;

  // Writes what only the log holds to a table file, if replaying it would take long.
  enum class Waits : std::uint8_t { kNo, kForTheFile };
  void PutLogAway(Waits waits) const;

 private:
  friend class RocksOpener;
  // By default RocksDB counts each comparison of each thread, at 15 % of the instructions of a read
  // or a write in memory.
  static bool StopCountingSteps();

  std::unique_ptr<rocksdb::Env> env_;         // where the files are
  rocksdb::FileLock* folder_lock_ = nullptr;  // says that the folder is in use
  std::unique_ptr<LogGapFilter> log_filter_;
  KeyGroup key_group_ = nullptr;
  std::unique_ptr<rocksdb::DB> db_;
};

}  // namespace trestle
