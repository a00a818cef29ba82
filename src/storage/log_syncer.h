#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <string>
#include <thread>

#include "base/mutex.h"
#include "base/result.h"
#include "storage/durable_horizon.h"
#include "storage/settling.h"

namespace rocksdb {
class Status;
}

namespace trestle {

class RocksDatabase;
class StoreFolder;

// Makes commits durable, on a thread of its own: one sync of the log serves all commits before it.
// It comes at once for who waits, and a moment later for commits that nobody waits for, so that
// they share one. After a fault of the disk it tries again until the disk is well. When no commit
// has come for a while, and at the end, what only the log holds goes to a table file, so that the
// next start has little to replay; and if none comes for longer, the database settles, step by
// step.
class LogSyncer {
 public:
  struct Schedule {
    std::chrono::milliseconds pause{2};  // lets commits gather while nobody waits for them
    std::chrono::milliseconds retry{500};
    std::chrono::milliseconds idle{1000};    // then the log is put away
    std::chrono::milliseconds rest{10'000};  // then, and after each step, comes a step of settling
    double most_load = Settling::AnEighthOfTheProcessors();  // beside which it settles
  };

  // `folder` is the database's, and lives as long.
  LogSyncer(std::shared_ptr<const RocksDatabase> database, StoreFolder& folder, Schedule schedule);
  // Syncs what was committed, then fails whoever still waits.
  ~LogSyncer();
  LogSyncer(const LogSyncer&) = delete;
  LogSyncer& operator=(const LogSyncer&) = delete;

  // A commit was written. Costs one atomic operation, and wakes the thread if it dozes.
  void NoteCommit() {
    if (!sync_wanted_.exchange(true) && doing_ == Doing::kDoze) Wake();
  }
  // As Store::WhenDurable. Has the commits that were noted before synced at once.
  void WhenDurable(CommitPosition position, Store::DurableCallback done);
  // A write was refused by the disk.
  void NoteRefusal() {
    if (!recovery_wanted_.exchange(true)) Wake();
  }

  const DurableHorizon& horizon() const { return horizon_; }

 private:
  void Run();
  enum class Work : std::uint8_t { kCommits, kOfAnIdleStore, kEnd };
  Work WaitForWork() TRESTLE_EXCLUDES(mutex_);
  bool HasWork() const { return sync_wanted_ || recovery_wanted_; }
  void Wake() TRESTLE_EXCLUDES(mutex_);
  void UseIdleTime();
  void Sync();
  void Recover();
  // What was committed before is there after a crash.
  Status MakeDurable();

  const std::shared_ptr<const RocksDatabase> database_;  // with the store, its views and cursors
  StoreFolder& folder_;
  const Schedule schedule_;
  DurableHorizon horizon_;

  // The thread looks at what it is to do after it says that it sleeps, and who wants something says
  // so before it looks whether the thread sleeps: one of the two sees the other.
  std::atomic<bool> sync_wanted_ = false;
  std::atomic<bool> recovery_wanted_ = false;
  std::atomic<bool> awaited_ = false;  // somebody waits for what is to be synced
  enum class Doing : std::uint8_t { kWork, kNap, kDoze };  // it looks for commits after each nap
  std::atomic<Doing> doing_ = Doing::kWork;
  // Only the thread touches these.
  bool faulty_ = false;        // the last attempt failed
  bool log_put_away_ = false;  // since the last commit
  bool settled_ = false;       // too
  Settling settling_{*database_, schedule_.most_load};

  Mutex mutex_;
  std::condition_variable_any wakeup_;
  bool stopping_ TRESTLE_GUARDED_BY(mutex_) = false;
  std::thread thread_;  // last, so that it starts when all else is there
};

}  // namespace trestle
