#include "storage/log_syncer.h"

#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include <chrono>
#include <future>
#include <memory>
#include <thread>

#include "storage/faulty_disk.h"
#include "storage/rocks_database.h"
#include "storage/rocks_opener.h"
#include "storage/store_folder.h"
#include "storage/store_testing.h"

namespace trestle {
namespace {

using namespace std::chrono_literals;

class LogSyncerTest : public testing::Test {
 protected:
  CommitPosition Commit(LogSyncer& syncer) {
    EXPECT_TRUE(database_->db().Put(rocksdb::WriteOptions(), "key", "value").ok());
    syncer.NoteCommit();
    return database_->LatestPosition();
  }
  static void Wait(LogSyncer& syncer, CommitPosition position) {
    std::promise<Status> outcome;
    syncer.WhenDurable(position, [&](Status status) { outcome.set_value(std::move(status)); });
    EXPECT_TRUE(outcome.get_future().get().has_value());
  }
  static void ExpectDurableSoon(const LogSyncer& syncer, CommitPosition position) {
    for (int i = 0; i < 3000 && !syncer.horizon().Covers(position); ++i) {
      std::this_thread::sleep_for(10ms);
    }
    EXPECT_TRUE(syncer.horizon().Covers(position));
  }

  TemporaryFolder files_;
  FaultyDisk disk_;
  std::shared_ptr<StoreFolder> folder_ =
      StoreFolder::Open(*disk_.env(), {.folder = files_.path()}).value();
  std::shared_ptr<const RocksDatabase> database_ =
      RocksOpener(folder_, {.cache = NewRocksCache(1 << 20)}).Open(folder_->PathOf(".")).value();
};

TEST_F(LogSyncerTest, CommitsThatNobodyWaitsForShareTheSyncOfOneThatSomebodyDoes) {
  LogSyncer syncer(database_, *folder_, {.pause = 1h});
  const int before = disk_.log_syncs();
  CommitPosition last;
  for (int i = 0; i < 100; ++i) last = Commit(syncer);
  EXPECT_FALSE(syncer.horizon().Covers(last));
  Wait(syncer, last);
  EXPECT_EQ(disk_.log_syncs(), before + 1);
}

TEST_F(LogSyncerTest, WhoWaitedForASyncThatHadBegunDoesNotDelayTheNext) {
  LogSyncer syncer(database_, *folder_, {.pause = 1h, .idle = 1h});
  const CommitPosition first = Commit(syncer);
  const CommitPosition second = Commit(syncer);
  disk_.SetSyncsHeld(true);
  std::promise<void> both;
  syncer.WhenDurable(first, [](Status) {});
  disk_.WaitUntilSyncHeld();
  syncer.WhenDurable(second, [&](Status) { both.set_value(); });
  disk_.SetSyncsHeld(false);
  both.get_future().get();
  for (int i = 0; i < 10; ++i) Wait(syncer, Commit(syncer));
}

TEST_F(LogSyncerTest, ACommitThatNobodyWaitsForIsSyncedAfterAPause) {
  LogSyncer syncer(database_, *folder_, {.pause = 1ms});
  for (int i = 0; i < 10; ++i) ExpectDurableSoon(syncer, Commit(syncer));
}

TEST_F(LogSyncerTest, ACommitWakesAThreadThatDozes) {
  // Nothing but the commit can end its rest.
  LogSyncer syncer(database_, *folder_, {.pause = 1ms, .idle = 1ms, .rest = 1h});
  for (int i = 0; i < 10; ++i) {
    std::this_thread::sleep_for(5ms);
    ExpectDurableSoon(syncer, Commit(syncer));
  }
}

}  // namespace
}  // namespace trestle
