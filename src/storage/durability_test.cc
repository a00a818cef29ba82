#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <future>
#include <latch>
#include <mutex>
#include <thread>

#include "storage/faulty_disk.h"
#include "storage/open_store.h"
#include "storage/store_testing.h"

namespace trestle {
namespace {

using namespace std::chrono_literals;

// A strict store on a disk whose syncs and space the test commands.
class DurabilityTest : public testing::Test {
 protected:
  DurabilityTest()
      : store_(Opened(OpenStoreOn({.env = disk_.env()}, {.folder = folder_.path()}))) {}
  ~DurabilityTest() override { disk_.SetSyncsHeld(false); }

  std::future<Status> Outcome(CommitPosition position) {
    auto promise = std::make_shared<std::promise<Status>>();
    store_->WhenDurable(position,
                        [promise](Status status) { promise->set_value(std::move(status)); });
    return promise->get_future();
  }

  // Commits and waits, as a client does.
  Status Write(std::string_view key, std::string_view value) {
    TRESTLE_TRY(const CommitPosition position, TryPut(*store_, key, value));
    return store_->WaitDurable(position);
  }

  // Writes until the store takes it, which it must soon.
  Status WriteOnceTaken(std::string_view key, std::string_view value) {
    Status status = Write(key, value);
    for (int attempt = 0; attempt < 3000 && !status; ++attempt) {
      std::this_thread::sleep_for(10ms);
      status = Write(key, value);
    }
    return status;
  }

  TemporaryFolder folder_;
  FaultyDisk disk_;
  std::unique_ptr<Store> store_;
};

TEST_F(DurabilityTest, ReadersSeeNothingThatIsNotSynced) {
  disk_.SetSyncsHeld(true);
  const CommitPosition position = Put(*store_, "a", "1");
  std::future<Status> outcome = Outcome(position);

  EXPECT_EQ(outcome.wait_for(50ms), std::future_status::timeout);
  EXPECT_FALSE(store_->IsDurable(position));
  EXPECT_EQ(Get(*store_->Durable(), "a"), std::nullopt);
  EXPECT_EQ(*store_->GetDurable("a"), std::nullopt);
  EXPECT_EQ(Get(*store_->Latest(), "a"), "1");

  disk_.SetSyncsHeld(false);
  EXPECT_TRUE(outcome.get().has_value());
  EXPECT_TRUE(store_->IsDurable(position));
  EXPECT_EQ(Get(*store_->Durable(), "a"), "1");
  EXPECT_EQ(*store_->GetDurable("a"), "1");
}

TEST_F(DurabilityTest, ACommitDuringASyncWaitsForTheNext) {
  disk_.SetSyncsHeld(true);
  Put(*store_, "a", "1");
  disk_.WaitUntilSyncHeld();
  const int before = disk_.log_syncs();
  std::future<Status> outcome = Outcome(Put(*store_, "b", "2"));
  disk_.SetSyncsHeld(false);
  EXPECT_TRUE(outcome.get().has_value());
  EXPECT_EQ(disk_.log_syncs(), before + 2);
}

TEST_F(DurabilityTest, OneSyncServesAllWhoWait) {
  disk_.SetSyncsHeld(true);
  std::vector<std::future<Status>> outcomes;
  const int before = disk_.log_syncs();
  for (int i = 0; i < 1000; ++i) outcomes.push_back(Outcome(Put(*store_, "a", std::to_string(i))));
  disk_.SetSyncsHeld(false);
  for (std::future<Status>& outcome : outcomes) EXPECT_TRUE(outcome.get().has_value());
  EXPECT_LE(disk_.log_syncs(), before + 2);
}

TEST_F(DurabilityTest, CallsBackAtOnceWhenAlreadyDurable) {
  const CommitPosition position = Put(*store_, "a", "1");
  ASSERT_TRUE(store_->WaitDurable(position).has_value());
  std::thread::id caller;
  store_->WhenDurable(position, [&](Status) { caller = std::this_thread::get_id(); });
  EXPECT_EQ(caller, std::this_thread::get_id());
}

TEST_F(DurabilityTest, CallbacksMayUseTheStore) {
  std::promise<void> written;
  store_->WhenDurable(Put(*store_, "a", "1"), [&](Status) {
    store_->WhenDurable(Put(*store_, "b", "2"), [&](Status) { written.set_value(); });
  });
  EXPECT_EQ(written.get_future().wait_for(5s), std::future_status::ready);
  EXPECT_EQ(Get(*store_->Durable(), "b"), "2");
}

TEST_F(DurabilityTest, ADurableCommitIsSeenByEveryReaderFromItsCallbackOn) {
  constexpr int kThreads = 4;
  constexpr int kCommits = 250;
  std::atomic<int> missing = 0;
  std::latch called(kThreads * kCommits);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kCommits; ++i) {
        const std::string key = std::to_string(t) + "." + std::to_string(i);
        const CommitPosition position = Put(*store_, key, "1");
        store_->WhenDurable(position, [&, key](Status status) {
          if (!status || Get(*store_->Durable(), key) != "1") ++missing;
          called.count_down();
        });
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  called.wait();
  EXPECT_EQ(missing, 0);
}

TEST_F(DurabilityTest, ReadersPassFromViewToViewWithoutGoingBack) {
  std::atomic<bool> stop = false;
  std::atomic<int> newest_seen = 0;
  std::vector<std::thread> readers;
  std::atomic<int> went_back = 0;
  for (int t = 0; t < 3; ++t) {
    readers.emplace_back([&] {
      while (!stop) {
        const int before = newest_seen.load();
        const int seen = std::stoi(Get(*store_->Durable(), "n").value_or("0"));
        if (seen < before) ++went_back;
        int expected = before;
        while (expected < seen && !newest_seen.compare_exchange_weak(expected, seen)) {
        }
      }
    });
  }
  for (int n = 1; n <= 300; ++n)
    ASSERT_TRUE(store_->WaitDurable(Put(*store_, "n", std::to_string(n))));
  stop = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(went_back, 0);
}

TEST_F(DurabilityTest, ClosingMakesTheLastCommitsDurable) {
  std::future<Status> outcome = Outcome(Put(*store_, "a", "1"));
  store_.reset();
  EXPECT_TRUE(outcome.get().has_value());
}

TEST_F(DurabilityTest, AFailedSyncFailsWhoWaitsAndStopsWrites) {
  ASSERT_TRUE(store_->WaitDurable(Put(*store_, "a", "safe")).has_value());
  disk_.SetSyncsFailing(true);
  const CommitPosition position = Put(*store_, "a", "unsafe");

  EXPECT_EQ(Outcome(position).get().error().code, ErrorCode::kStorageUnavailable);
  EXPECT_EQ(TryPut(*store_, "b", "1").error().code, ErrorCode::kStorageUnavailable);
  EXPECT_EQ(Outcome(position).get().error().code, ErrorCode::kStorageUnavailable);
  EXPECT_FALSE(store_->IsDurable(position));
  EXPECT_EQ(Get(*store_->Durable(), "a"), "safe");
}

TEST_F(DurabilityTest, TakesWritesAgainWhenSyncsSucceedAgain) {
  disk_.SetSyncsFailing(true);
  ASSERT_FALSE(Write("a", "1").has_value());
  disk_.SetSyncsFailing(false);

  ASSERT_TRUE(WriteOnceTaken("b", "2").has_value());
  EXPECT_EQ(Get(*store_->Durable(), "b"), "2");
}

TEST_F(DurabilityTest, AFullDiskRefusesWritesAndKeepsServingReads) {
  ASSERT_TRUE(Write("a", "safe").has_value());
  disk_.SetFull(true);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Write("a", "refused").error().code, ErrorCode::kStorageUnavailable);
  }
  EXPECT_EQ(Get(*store_->Durable(), "a"), "safe");
}

TEST_F(DurabilityTest, TakesWritesAgainWhenTheDiskHasSpace) {
  ASSERT_TRUE(Write("a", "safe").has_value());
  disk_.SetFull(true);
  ASSERT_FALSE(Write("b", "refused").has_value());
  std::this_thread::sleep_for(1200ms);  // so that recovery also fails a few times
  disk_.SetFull(false);

  ASSERT_TRUE(WriteOnceTaken("c", "taken").has_value());
  store_.reset();
  const std::unique_ptr<Store> reopened = OpenAt(folder_.path());
  EXPECT_EQ(Get(*reopened->Durable(), "a"), "safe");
  EXPECT_EQ(Get(*reopened->Durable(), "c"), "taken");
}

TEST_F(DurabilityTest, ADiskThatIsFullAtTheFirstWriteRecoversToo) {
  store_.reset();
  store_ = Opened(OpenStoreOn({.env = disk_.env()}, {.folder = folder_.path()}));
  disk_.SetFull(true);
  ASSERT_FALSE(Write("a", "refused").has_value());
  disk_.SetFull(false);
  EXPECT_TRUE(WriteOnceTaken("b", "taken").has_value());
}

TEST_F(DurabilityTest, AFullDiskLosesNothingAcknowledged) {
  ASSERT_TRUE(Write("a", "safe").has_value());
  disk_.SetFull(true);
  ASSERT_FALSE(Write("a", "refused").has_value());
  store_.reset();
  EXPECT_EQ(EntriesOf(*OpenAt(folder_.path())->Durable()), (Entries{{"a", "safe"}}));
}

TEST_F(DurabilityTest, ADiskThatFillsWhileTableFilesAreWrittenLosesNothingAcknowledged) {
  store_.reset();
  store_ = Opened(OpenStoreOn({.env = disk_.env(), .write_buffer_bytes = 64 << 10},
                              {.folder = folder_.path()}));
  const std::string value(1000, 'v');
  std::vector<std::string> acknowledged;
  for (int i = 0; i < 1000; ++i) {
    const std::string key = "key" + std::to_string(i);
    if (i == 300) disk_.SetFull(true);
    if (i == 600) disk_.SetFull(false);
    if (i == 600 ? WriteOnceTaken(key, value) : Write(key, value)) acknowledged.push_back(key);
  }
  EXPECT_EQ(acknowledged.size(), 700u);
  for (int round = 0; round < 2; ++round) {
    for (const std::string& key : acknowledged) {
      EXPECT_EQ(Get(*store_->Durable(), key), value) << key;
    }
    store_.reset();
    store_ = OpenAt(folder_.path());
  }
}

TEST(RelaxedDurabilityTest, AcknowledgesBeforeTheSyncAndSyncsInTheBackground) {
  const TemporaryFolder folder;
  FaultyDisk disk;
  const auto store = Opened(OpenStoreOn(
      {.env = disk.env()}, {.folder = folder.path(), .durability = Durability::kRelaxed}));
  disk.SetSyncsHeld(true);
  const int before = disk.log_syncs();
  const CommitPosition position = Put(*store, "a", "1");
  EXPECT_TRUE(store->WaitDurable(position).has_value());
  EXPECT_EQ(Get(*store->Durable(), "a"), "1");
  EXPECT_EQ(*store->GetDurable("a"), "1");
  EXPECT_EQ(disk.log_syncs(), before);
  disk.SetSyncsHeld(false);
  for (int i = 0; i < 3000 && disk.log_syncs() == before; ++i) std::this_thread::sleep_for(10ms);
  EXPECT_GT(disk.log_syncs(), before);
}

}  // namespace
}  // namespace trestle
