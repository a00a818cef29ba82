#include "storage/rocks_database.h"

#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/perf_level.h>

#include "storage/log_gap_filter.h"

namespace trestle {

RocksDatabase::RocksDatabase() = default;

bool RocksDatabase::StopCountingSteps() {
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable);
  return true;
}

RocksDatabase::~RocksDatabase() {
  if (db_) db_->Close().PermitUncheckedError();
  db_.reset();
  if (folder_lock_) env_->UnlockFile(folder_lock_).PermitUncheckedError();
}

}  // namespace trestle
