#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "storage/store.h"

namespace rocksdb {
class DB;
}  // namespace rocksdb

namespace trestle {

class CacheAdmission;
class FlushedBytes;
class LogGapFilter;
class SortedRuns;
class StoreFolder;

// An open RocksDB with all that must outlive it. Shared by the store, its views and its cursors, so
// that none of them can be left with a closed database.
class RocksDatabase {
 public:
  RocksDatabase(std::shared_ptr<const StoreFolder> folder, std::string path);
  ~RocksDatabase();
  RocksDatabase(const RocksDatabase&) = delete;
  RocksDatabase& operator=(const RocksDatabase&) = delete;

  rocksdb::DB& db() const {
    thread_local const bool told = StopCountingSteps();
    static_cast<void>(told);
    return *db_;
  }
  const std::string& path() const { return path_; }

  // The position of the commit to which RocksDB gave this number.
  CommitPosition PositionOf(std::uint64_t sequence) const { return {sequence + offset_}; }
  CommitPosition LatestPosition() const;
  // Before the database is shared: all its positions are larger.
  void BeginAfter(CommitPosition position);

  // Whether a walk over the range is quicker with filters: they tell which files have nothing of
  // the range's group, if it is of one. Where there is but one place to look they only cost.
  bool IsWorthFiltering(const KeyRange& range) const;

  // Bytes that were written to table files since it was opened, those of merges aside.
  std::uint64_t BytesFlushed() const;

  // Whether the next read puts into the cache what it fetches from files.
  bool AdmitsToCache() const;

  // Writes what only the log holds to a table file, if replaying it would take long.
  enum class Waits : std::uint8_t { kNo, kForTheFile };
  void PutLogAway(Waits waits) const;

 private:
  friend class RocksOpener;
  // By default RocksDB counts each comparison of each thread, at 15 % of the instructions of a read
  // or a write in memory.
  static bool StopCountingSteps();

  const std::shared_ptr<const StoreFolder> folder_;  // with the folder's other databases
  const std::string path_;
  std::uint64_t offset_ = 0;  // wraps around: a copy may have larger numbers than the store
  std::unique_ptr<LogGapFilter> log_filter_;
  const std::shared_ptr<SortedRuns> runs_;       // with RocksDB
  const std::shared_ptr<FlushedBytes> flushed_;  // with RocksDB
  std::unique_ptr<CacheAdmission> admission_;
  KeyGroup key_group_ = nullptr;
  std::unique_ptr<rocksdb::DB> db_;
};

}  // namespace trestle
