#include "storage/log_syncer.h"

#include <rocksdb/db.h>

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "base/time_slice.h"
#include "storage/messages.h"
#include "storage/rocks_database.h"
#include "storage/store_folder.h"

namespace trestle {
namespace {

// It computes little, and all who write wait for it.
constexpr std::chrono::microseconds kTimeSlice{100};

}  // namespace

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

void LogSyncer::WhenDurable(CommitPosition position, Store::DurableCallback done) {
  awaited_ = true;
  if (doing_ != Doing::kWork) Wake();
  horizon_.WhenCovered(position, std::move(done));
}

void LogSyncer::Wake() {
  {
    const MutexLock lock(mutex_);  // so that the thread is not between its look and its sleep
  }
  wakeup_.notify_one();
}

void LogSyncer::Run() {
  SetTimeSlice(kTimeSlice);
  for (Work work = WaitForWork(); work != Work::kEnd; work = WaitForWork()) {
    doing_ = Doing::kWork;
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
  const auto begin = std::chrono::steady_clock::now();
  const auto due = begin + (faulty_ ? schedule_.retry : schedule_.pause);
  const auto idle_from = begin + (log_put_away_ ? schedule_.rest : schedule_.idle);
  doing_ = log_put_away_ ? Doing::kDoze : Doing::kNap;
  for (auto now = begin; !stopping_; now = std::chrono::steady_clock::now()) {
    if (HasWork()) {
      if (now >= due || (awaited_ && !faulty_)) return Work::kCommits;
      wakeup_.wait_until(mutex_, due);
    } else if (settled_) {
      wakeup_.wait(mutex_);
    } else if (now >= idle_from) {
      return Work::kOfAnIdleStore;
    } else {
      const auto nap_end = log_put_away_ ? idle_from : now + schedule_.pause;
      wakeup_.wait_until(mutex_, std::min(idle_from, nap_end));
    }
  }
  return Work::kEnd;
}

void LogSyncer::Sync() {
  // All before the sync: a commit that comes after them is not promised by it and asks again.
  awaited_ = false;
  sync_wanted_ = false;
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
