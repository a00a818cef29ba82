#include "storage/rocks_opener.h"

#include <rocksdb/db.h>
#include <rocksdb/options.h>
#include <rocksdb/table.h>

#include <utility>

#include "storage/cache_admission.h"
#include "storage/flushed_bytes.h"
#include "storage/log_gap_filter.h"
#include "storage/messages.h"
#include "storage/reserved_key.h"
#include "storage/rocks_database.h"
#include "storage/rocks_view.h"
#include "storage/sorted_runs.h"
#include "storage/store_folder.h"

namespace trestle {
namespace {

constexpr std::size_t kCacheOfACopy = 8 << 20;
// Opened as they are read. Without a limit RocksDB takes another reader for a database that is all
// on one level, which knows no snapshots.
constexpr int kOpenFilesOfACopy = 1000;

Status WriteFormat(const RocksDatabase& database) {
  rocksdb::WriteOptions write;
  write.sync = true;
  const rocksdb::Status status = database.db().Put(write, kFormatKey, kFormatVersion);
  if (!status.ok()) return messages::StoreNotOpened(database.path(), status.ToString());
  return {};
}

// Whether a format was found, and it is ours.
Result<bool> HasFormat(const RocksDatabase& database) {
  TRESTLE_TRY(const std::optional<std::string> version, ReadValue(database, nullptr, kFormatKey));
  if (version == kFormatVersion) return true;
  if (version) return messages::UnknownFormat(database.path(), *version, kFormatVersion);
  if (database.db().GetLatestSequenceNumber() != 0) {
    return messages::FolderIsForeign(database.path());
  }
  return false;
}

}  // namespace

RocksOpener::RocksOpener(std::shared_ptr<const StoreFolder> folder, RocksTuning tuning)
    : folder_(std::move(folder)), tuning_(std::move(tuning)) {}

template <class OpenRocks>
Result<std::shared_ptr<RocksDatabase>> RocksOpener::OpenWith(rocksdb::Options options,
                                                             const std::string& path,
                                                             OpenRocks&& open) const {
  auto database = std::make_shared<RocksDatabase>(folder_, path);
  options.env = &folder_->env();
  database->key_group_ = tuning_.key_group;
  database->log_filter_ = std::make_unique<LogGapFilter>();
  options.wal_filter = database->log_filter_->rocks_filter();
  options.listeners.push_back(database->runs_);
  options.listeners.push_back(database->flushed_);
  database->admission_ = std::make_unique<CacheAdmission>(
      options.table_factory->GetOptions<rocksdb::BlockBasedTableOptions>()->block_cache);
  rocksdb::DB* db = nullptr;
  const rocksdb::Status status = open(options, &db);
  if (!status.ok()) return messages::StoreNotOpened(path, status.ToString());
  database->db_.reset(db);
  database->runs_->CountIn(*db);
  return database;
}

Result<std::shared_ptr<RocksDatabase>> RocksOpener::Open(const std::string& path) const {
  TRESTLE_TRY(std::shared_ptr<RocksDatabase> database,
              OpenWith(RocksOptionsOf(tuning_), path, [&](const auto& options, rocksdb::DB** db) {
                return rocksdb::DB::Open(options, path, db);
              }));
  TRESTLE_TRY(const bool formatted, HasFormat(*database));
  if (!formatted) TRESTLE_RETURN_IF_ERROR(WriteFormat(*database));
  return database;
}

Result<std::shared_ptr<RocksDatabase>> RocksOpener::OpenForReading(const std::string& path) const {
  RocksTuning tuning = tuning_;
  tuning.cache = NewRocksCache(kCacheOfACopy);
  rocksdb::Options limited = RocksOptionsOf(tuning);
  limited.max_open_files = kOpenFilesOfACopy;
  TRESTLE_TRY(std::shared_ptr<RocksDatabase> database,
              OpenWith(limited, path, [&](const auto& options, rocksdb::DB** db) {
                return rocksdb::DB::OpenForReadOnly(options, path, db);
              }));
  TRESTLE_TRY(const bool formatted, HasFormat(*database));
  if (!formatted) return messages::FolderIsForeign(path);
  return database;
}

}  // namespace trestle
