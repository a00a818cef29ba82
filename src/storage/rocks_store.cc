#include "storage/rocks_store.h"

#include <rocksdb/db.h>

#include <future>
#include <utility>

#include "storage/current_view.h"
#include "storage/log_syncer.h"
#include "storage/messages.h"
#include "storage/rocks_batch.h"
#include "storage/rocks_database.h"
#include "storage/rocks_view.h"
#include "storage/unchecked_section.h"

namespace trestle {
namespace {

rocksdb::Status WriteTo(rocksdb::DB& db, const rocksdb::WriteOptions& options,
                        rocksdb::WriteBatch& changes) {
  const UncheckedSection section;  // one thread of a group writes the batches of all
  return db.Write(options, &changes);
}

}  // namespace

RocksStore::RocksStore(std::shared_ptr<const RocksDatabase> database,
                       std::unique_ptr<LogSyncer> syncer, Durability durability)
    : database_(std::move(database)),
      syncer_(std::move(syncer)),
      strict_(syncer_ && durability == Durability::kStrict),
      current_(std::make_unique<CurrentView>(database_)) {}

RocksStore::~RocksStore() = default;

std::shared_ptr<const View> RocksStore::Durable() const {
  return strict_ ? syncer_->horizon().view() : current_->Get();
}

Result<std::optional<std::string>> RocksStore::GetDurable(std::string_view key) const {
  return strict_ ? syncer_->horizon().view()->Get(key) : GetLatest(key);
}

std::shared_ptr<const View> RocksStore::Latest() const {
  return std::make_shared<RocksView>(database_);
}

Result<std::optional<std::string>> RocksStore::GetLatest(std::string_view key) const {
  return ReadValue(*database_, nullptr, key);
}

std::unique_ptr<WriteBatch> RocksStore::NewBatch() const { return NewRocksBatch(); }

Result<CommitPosition> RocksStore::Commit(WriteBatch& batch) {
  if (batch.empty()) return LatestPosition();
  if (syncer_) TRESTLE_RETURN_IF_ERROR(syncer_->horizon().CheckOpen());

  rocksdb::WriteBatch& changes = RocksBatchOf(batch);
  rocksdb::WriteOptions options;
  options.disableWAL = !syncer_;  // in memory a log would outlive nothing
  if (const rocksdb::Status status = WriteTo(database_->db(), options, changes); !status.ok()) {
    if (syncer_) syncer_->NoteRefusal();
    return messages::WriteRefused(status.ToString());
  }
  if (syncer_) syncer_->NoteCommit();
  return CommitPosition{LastSequence(changes)};
}

CommitPosition RocksStore::LatestPosition() const {
  return CommitPosition{database_->db().GetLatestSequenceNumber()};
}

bool RocksStore::IsDurable(CommitPosition position) const {
  return !strict_ || syncer_->horizon().Covers(position);
}

void RocksStore::WhenDurable(CommitPosition position, DurableCallback done) {
  if (IsDurable(position)) return done({});
  syncer_->horizon().WhenCovered(position, std::move(done));
}

Status RocksStore::WaitDurable(CommitPosition position) {
  std::promise<Status> outcome;
  WhenDurable(position, [&outcome](Status status) { outcome.set_value(std::move(status)); });
  return outcome.get_future().get();
}

}  // namespace trestle
