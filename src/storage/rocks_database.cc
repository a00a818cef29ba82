#include "storage/rocks_database.h"

#include <rocksdb/db.h>
#include <rocksdb/env.h>

#include "storage/log_gap_filter.h"

namespace trestle {

RocksDatabase::RocksDatabase() = default;

RocksDatabase::~RocksDatabase() {
  if (db_) db_->Close().PermitUncheckedError();
  db_.reset();
  if (folder_lock_) env_->UnlockFile(folder_lock_).PermitUncheckedError();
}

}  // namespace trestle
