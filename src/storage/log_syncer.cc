#include "storage/log_syncer.h"

#include <rocksdb/db.h>

#include <utility>

#include "base/log.h"
#include "storage/messages.h"
#include "storage/rocks_database.h"
#include "storage/store_folder.h"

namespace trestle {

LogSyncer::LogSyncer(std::shared_ptr<const RocksDatabase> database, StoreFolder& folder,
                     Schedule schedule)
    : database_(std::move(database)),
      folder_(folder),
      schedule_(schedule),
      horizon_(std::make_shared<RocksView>(database_)),
      thread_([this] { Run(); }) {}

LogSyncer::~LogSyncer() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  wakeup_.notify_one();
  thread_.join();
}

void LogSyncer::Want(std::atomic<bool>& flag) {
  if (flag.exchange(true, std::memory_order_acq_rel)) return;
  {
    const MutexLock lock(mutex_);  // so that the thread is not between its look and its sleep
  }
  wakeup_.notify_one();
}

void LogSyncer::Run() {
  for (Work work = WaitForWork(); work != Work::kEnd; work = WaitForWork()) {
    if (work == Work::kOfAnIdleStore) {
      UseIdleTime();
      continue;  // a commit that came meanwhile is work of its own, which ends the rest
    }
    log_put_away_ = settled_ = false;
    if (sync_wanted_) Sync();
    if (recovery_wanted_) Recover();
  }
  if (sync_wanted_) Sync();
  horizon_.Close(messages::StoreIsClosing().value());
  database_->PutLogAway(RocksDatabase::Waits::kForTheFile);
}

void LogSyncer::UseIdleTime() {
  if (!log_put_away_) {
    database_->PutLogAway(RocksDatabase::Waits::kNo);
    log_put_away_ = true;
  } else {
    settled_ = !settling_.Step();
  }
}

LogSyncer::Work LogSyncer::WaitForWork() {
  const MutexLock lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  const auto deadline = now + (faulty_ ? schedule_.retry : schedule_.pause);
  const auto idle_from = now + (log_put_away_ ? schedule_.rest : schedule_.idle);
  while (!stopping_ && !sync_wanted_ && !recovery_wanted_) {
    if (settled_) {
      wakeup_.wait(mutex_);
    } else if (std::chrono::steady_clock::now() < idle_from) {
      wakeup_.wait_until(mutex_, idle_from);
    } else {
      return Work::kOfAnIdleStore;
    }
  }
  while (!stopping_ && std::chrono::steady_clock::now() < deadline) {
    wakeup_.wait_until(mutex_, deadline);
  }
  return stopping_ ? Work::kEnd : Work::kCommits;
}

void LogSyncer::Sync() {
  // Both before the sync: a commit that comes after them is not promised by it and asks again.
  sync_wanted_.store(false, std::memory_order_seq_cst);
  auto view = std::make_shared<const RocksView>(database_);
  if (const Status status = MakeDurable(); !status) {
    LogError(status.error().message);
    recovery_wanted_ = true;
    horizon_.Close(status.error());
    return;
  }
  horizon_.Advance(std::move(view));
}

Status LogSyncer::MakeDurable() {
  const rocksdb::Status status = database_->db().SyncWAL();
  if (!status.ok()) return messages::NotMadeDurable(status.ToString());
  return folder_.SettleLiveName();
}

void LogSyncer::Recover() {
  // What the faulty log held is still in memory. It goes to a table file, and writes to a new log.
  rocksdb::DB& db = database_->db();
  sync_wanted_ = false;
  auto view = std::make_shared<const RocksView>(database_);
  rocksdb::Status status = db.Resume();
  if (status.ok()) status = db.Flush(rocksdb::FlushOptions());
  faulty_ = !status.ok() || !MakeDurable();
  if (faulty_) return;
  recovery_wanted_ = false;
  horizon_.Reopen();
  horizon_.Advance(std::move(view));
  LogInfo(messages::kWritesTakenAgain);
}

}  // namespace trestle
