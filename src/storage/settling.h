#pragma once

#include <cstdint>
#include <thread>

#include "storage/process_load.h"

namespace rocksdb {
struct ColumnFamilyMetaData;
}

namespace trestle {

class RocksDatabase;

// Brings a database that is at rest into the shape that is read fastest. Writes leave it in several
// levels, and every range is looked for in each of them: after ten million items were loaded, a
// Query spent a tenth of its time on levels that had nothing of it. What it rewrites for that is
// bounded by what was written before.
class Settling {
 public:
  // As many processors as others may have kept busy since the step before. A step keeps one busy
  // for seconds, which whoever reads in bursts would meet in the next one.
  static double AnEighthOfTheProcessors() { return std::thread::hardware_concurrency() / 8.0; }

  // `database` lives as long.
  explicit Settling(const RocksDatabase& database, double most_load = AnEighthOfTheProcessors())
      : database_(database), most_load_(most_load) {}

  // Lets RocksDB merge one more file into the level below, in the background, unless it is still at
  // work or the process has been busy since the last step. False when nothing is left that it may
  // rewrite.
  bool Step();

 private:
  void Earn(const rocksdb::ColumnFamilyMetaData& files);

  const RocksDatabase& database_;
  const double most_load_;
  ProcessLoad load_;
  bool begun_ = false;
  std::uint64_t flushed_ = 0;    // bytes for which the allowance was earned
  std::uint64_t allowance_ = 0;  // bytes that may be rewritten
  std::uint64_t last_file_ = 0;
};

}  // namespace trestle
