#include "raw_store.h"

#include <rocksdb/perf_level.h>

#include "base/check.h"
#include "storage/rocks_options.h"

namespace trestle::bench {

RawStore::RawStore(const StoreOptions& options) {
  rocksdb::Options rocks =
      RocksOptionsOf({.cache = NewRocksCache(options.cache_bytes), .in_memory = options.in_memory});
  if (options.in_memory) {
    memory_.reset(rocksdb::NewMemEnv(rocksdb::Env::Default()));
    rocks.env = memory_.get();
  }
  write_.disableWAL = options.in_memory;
  rocksdb::DB* db = nullptr;
  TRESTLE_CHECK(rocksdb::DB::Open(rocks, options.in_memory ? "/raw" : options.folder, &db).ok());
  db_.reset(db);
}

bool RawStore::Get(const std::string& key) const {
  std::string value;
  return db_->Get(rocksdb::ReadOptions(), key, &value).ok();
}

void RawStore::Write(rocksdb::WriteBatch& batch) { TRESTLE_CHECK(db_->Write(write_, &batch).ok()); }

void RawStore::Sync() { TRESTLE_CHECK(db_->SyncWAL().ok()); }

void RawStore::Flush() { TRESTLE_CHECK(db_->Flush({}).ok()); }

void RawStore::StopCountingSteps() { rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable); }

}  // namespace trestle::bench
