#include "storage/open_store.h"

#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/options.h>
#include <unistd.h>

#include <chrono>
#include <utility>

#include "storage/data_folder.h"
#include "storage/log_gap_filter.h"
#include "storage/log_syncer.h"
#include "storage/messages.h"
#include "storage/recoverable_disk.h"
#include "storage/reserved_key.h"
#include "storage/rocks_database.h"
#include "storage/rocks_store.h"
#include "storage/rocks_view.h"

namespace trestle {

constexpr std::chrono::milliseconds kRelaxedPause{100};

// Opens a RocksDatabase step by step; what is already open closes by itself when a step fails.
class RocksOpener {
 public:
  RocksOpener(const StoreGround& ground, const StoreOptions& options)
      : ground_(ground),
        options_(options),
        folder_(options.in_memory ? "/memory" : options.folder),
        database_(std::make_shared<RocksDatabase>()) {}

  Result<std::shared_ptr<const RocksDatabase>> Open() {
    if (!options_.in_memory) TRESTLE_RETURN_IF_ERROR(PrepareDataFolder(folder_));
    ChooseEnv();
    TRESTLE_RETURN_IF_ERROR(LockFolder());
    TRESTLE_RETURN_IF_ERROR(OpenRocks());
    TRESTLE_RETURN_IF_ERROR(CheckFormat());
    return std::shared_ptr<const RocksDatabase>(std::move(database_));
  }

 private:
  void ChooseEnv() {
    rocksdb::Env& disk = ground_.env ? *ground_.env : *rocksdb::Env::Default();
    if (options_.in_memory) {
      database_->env_.reset(rocksdb::NewMemEnv(&disk));
    } else {
      database_->env_ = WithRecoverableFaults(disk);
    }
  }

  // A lock of our own, beside that of RocksDB, which would first rotate the log of the server that
  // holds the folder.
  Status LockFolder() {
    database_->env_->CreateDirIfMissing(folder_).PermitUncheckedError();  // in memory
    const std::string file = folder_ + "/trestle.lock";
    const rocksdb::Status status = database_->env_->LockFile(file, &database_->folder_lock_);
    if (status.ok()) return {};
    if (status.IsNoSpace() || ::access(file.c_str(), W_OK) != 0) {
      return messages::FolderNotWritable(folder_, status.ToString());
    }
    return messages::FolderInUse(folder_);
  }

  Status OpenRocks() {
    rocksdb::Options options = RocksOptionsOf({.cache_bytes = options_.cache_bytes,
                                               .write_buffer_bytes = ground_.write_buffer_bytes,
                                               .compressed = !options_.in_memory,
                                               .key_group = options_.key_group,
                                               .key_run = options_.key_run});
    database_->key_group_ = options_.key_group;
    options.env = database_->env_.get();
    database_->log_filter_ = std::make_unique<LogGapFilter>();
    options.wal_filter = database_->log_filter_->rocks_filter();
    rocksdb::DB* db = nullptr;
    const rocksdb::Status status = rocksdb::DB::Open(options, folder_, &db);
    if (!status.ok()) return messages::StoreNotOpened(folder_, status.ToString());
    database_->db_.reset(db);
    return {};
  }

  Status CheckFormat() {
    TRESTLE_TRY(const std::optional<std::string> version,
                ReadValue(*database_, nullptr, kFormatKey));
    if (version == kFormatVersion) return {};
    if (version) return messages::UnknownFormat(folder_, *version, kFormatVersion);
    if (database_->db().GetLatestSequenceNumber() != 0) return messages::FolderIsForeign(folder_);
    return WriteFormat();
  }

  Status WriteFormat() {
    rocksdb::WriteOptions write;
    write.sync = true;
    const rocksdb::Status status = database_->db().Put(write, kFormatKey, kFormatVersion);
    if (!status.ok()) return messages::StoreNotOpened(folder_, status.ToString());
    return {};
  }

  const StoreGround& ground_;
  const StoreOptions& options_;
  const std::string folder_;
  std::shared_ptr<RocksDatabase> database_;  // handed on to the store
};

Result<std::unique_ptr<Store>> OpenStoreOn(const StoreGround& ground, const StoreOptions& options) {
  TRESTLE_TRY(std::shared_ptr<const RocksDatabase> database, RocksOpener(ground, options).Open());
  std::unique_ptr<LogSyncer> syncer;
  if (!options.in_memory) {
    LogSyncer::Schedule schedule;
    if (options.durability == Durability::kRelaxed) schedule.pause = kRelaxedPause;
    syncer = std::make_unique<LogSyncer>(database, schedule);
  }
  return std::make_unique<RocksStore>(std::move(database), std::move(syncer), options.durability);
}

Result<std::unique_ptr<Store>> OpenStore(const StoreOptions& options) {
  return OpenStoreOn(StoreGround(), options);
}

}  // namespace trestle
