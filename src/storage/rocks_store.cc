#include "storage/rocks_store.h"

#include <rocksdb/db.h>

#include <chrono>
#include <future>
#include <utility>

#include "storage/messages.h"
#include "storage/rocks_batch.h"
#include "storage/rocks_view.h"
#include "storage/store_folder.h"
#include "storage/unchecked_section.h"

namespace trestle {
namespace {

constexpr std::chrono::milliseconds kRelaxedPause{100};

rocksdb::Status WriteTo(rocksdb::DB& db, const rocksdb::WriteOptions& options,
                        rocksdb::WriteBatch& changes) {
  const UncheckedSection section;  // one thread of a group writes the batches of all
  return db.Write(options, &changes);
}

}  // namespace

RocksStore::RocksStore(std::shared_ptr<StoreFolder> folder, const RocksOpener& opener,
                       std::shared_ptr<const RocksDatabase> database, const StoreOptions& options)
    : folder_(std::move(folder)),
      opener_(opener),
      in_memory_(options.in_memory),
      strict_(!in_memory_ && options.durability == Durability::kStrict),
      hot_row_(options.hot_row),
      copies_(folder_, opener),
      retired_(folder_),
      live_(AtWork(std::move(database))) {}

RocksStore::~RocksStore() = default;

std::unique_ptr<Incarnation> RocksStore::AtWork(
    std::shared_ptr<const RocksDatabase> database) const {
  std::unique_ptr<LogSyncer> syncer;
  if (!in_memory_) {
    LogSyncer::Schedule schedule;
    if (!strict_) schedule.pause = kRelaxedPause;
    syncer = std::make_unique<LogSyncer>(database, *folder_, schedule);
  }
  return std::make_unique<Incarnation>(std::move(database), std::move(syncer));
}

std::shared_ptr<const View> RocksStore::Durable() const {
  const auto live = live_.Now();
  return strict_ ? live->syncer->horizon().view() : live->current.Get();
}

Result<std::optional<std::string>> RocksStore::GetDurable(std::string_view key) const {
  return strict_ ? Durable()->Get(key) : GetLatest(key);
}

std::shared_ptr<const View> RocksStore::Latest() const {
  return std::make_shared<RocksView>(live_.Now()->database);
}

Result<std::optional<std::string>> RocksStore::GetLatest(std::string_view key) const {
  const auto live = live_.Now();
  return ReadValue(*live->database, nullptr, key);
}

std::unique_ptr<WriteBatch> RocksStore::NewBatch() const { return NewRocksBatch(hot_row_); }

Result<CommitPosition> RocksStore::Commit(WriteBatch& batch) {
  if (batch.empty()) return LatestPosition();
  const auto live = live_.Now();
  LogSyncer* const syncer = live->syncer.get();
  if (syncer) TRESTLE_RETURN_IF_ERROR(syncer->horizon().CheckOpen());

  rocksdb::WriteBatch& changes = RocksBatchOf(batch);
  rocksdb::WriteOptions options;
  options.disableWAL = !syncer;  // in memory a log would outlive nothing
  const RocksDatabase& database = *live->database;
  if (const rocksdb::Status status = WriteTo(database.db(), options, changes); !status.ok()) {
    if (syncer) syncer->NoteRefusal();
    return messages::WriteRefused(status.ToString());
  }
  if (syncer) syncer->NoteCommit();
  return database.PositionOf(LastSequence(changes));
}

CommitPosition RocksStore::LatestPosition() const {
  return live_.Now()->database->LatestPosition();
}

bool RocksStore::IsDurable(CommitPosition position) const {
  return !strict_ || live_.Now()->syncer->horizon().Covers(position);
}

void RocksStore::WhenDurable(CommitPosition position, DurableCallback done) {
  if (IsDurable(position)) return done({});
  live_.Now()->syncer->WhenDurable(position, std::move(done));
}

Status RocksStore::WaitDurable(CommitPosition position) {
  std::promise<Status> outcome;
  WhenDurable(position, [&outcome](Status status) { outcome.set_value(std::move(status)); });
  return outcome.get_future().get();
}

}  // namespace trestle
