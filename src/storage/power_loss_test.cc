#include <gmock/gmock.h>
#include <rocksdb/wal_filter.h>
#include <rocksdb/write_batch.h>

#include <chrono>
#include <map>
#include <mutex>
#include <random>
#include <thread>

#include "storage/faulty_disk.h"
#include "storage/log_gap_filter.h"
#include "storage/open_store.h"
#include "storage/store_testing.h"

namespace trestle {
namespace {

using namespace std::chrono_literals;

std::string KeyOf(int thread, int i) { return std::to_string(thread) + "." + std::to_string(i); }

// Four threads that commit until the power fails, and what each of them knows then.
struct Writers {
  static constexpr int kThreads = 4;

  explicit Writers(Store& store) {
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([this, &store, t] {
        for (int i = 0;; ++i) {
          const Result<CommitPosition> position = TryPut(store, KeyOf(t, i), std::string(200, 'v'));
          if (!position) return;
          const std::lock_guard lock(mutex);
          committed[*position] = KeyOf(t, i);
          store.WhenDurable(*position, [this, key = KeyOf(t, i)](Status status) {
            if (!status) return;
            const std::lock_guard acknowledged_lock(acknowledged_mutex);
            acknowledged.push_back(key);
          });
        }
      });
    }
  }

  void WaitUntilAcknowledged(std::size_t commits) {
    for (;; std::this_thread::sleep_for(1ms)) {
      const std::lock_guard lock(acknowledged_mutex);
      if (acknowledged.size() >= commits) return;
    }
  }

  void Join() {
    for (std::thread& thread : threads) thread.join();
  }

  std::mutex mutex;
  std::map<CommitPosition, std::string> committed;
  std::mutex acknowledged_mutex;
  std::vector<std::string> acknowledged;
  std::vector<std::thread> threads;
};

class PowerLossTest : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, PowerLossTest, testing::Range(1, 6));

TEST_P(PowerLossTest, StrictStoresLoseNothingAcknowledgedAndKeepNothingOutOfOrder) {
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  const TemporaryFolder folder;
  FaultyDisk disk;
  auto store = Opened(
      OpenStoreOn({.env = disk.env(), .write_buffer_bytes = 256 << 10}, {.folder = folder.path()}));
  Writers writers(*store);
  writers.WaitUntilAcknowledged(100);
  std::this_thread::sleep_for(std::chrono::milliseconds(random() % 50));
  disk.LosePower();
  writers.Join();
  store.reset();
  // A disk may have written more than it was told to sync, and of each file differently.
  disk.Forget([&](const FaultyDisk::File& file) -> std::optional<std::uint64_t> {
    if (!file.named && random() % 2 == 0) return std::nullopt;
    return std::uniform_int_distribution(file.synced, file.written)(random);
  });

  const std::unique_ptr<Store> reopened = OpenAt(folder.path());
  EXPECT_GT(writers.acknowledged.size(), 0u);
  for (const std::string& key : writers.acknowledged) {
    ASSERT_NE(Get(*reopened->Durable(), key), std::nullopt) << key;
  }
  bool ended = false;
  for (const auto& [position, key] : writers.committed) {
    const bool found = Get(*reopened->Durable(), key).has_value();
    ASSERT_FALSE(ended && found) << "a commit before " << key << " is lost";
    ended = !found;
  }
}

TEST(PowerLossBetweenLogsTest, ALaterLogIsNotReplayedOverALostTail) {
  const TemporaryFolder folder;
  FaultyDisk disk;
  auto store = Opened(
      OpenStoreOn({.env = disk.env(), .write_buffer_bytes = 64 << 10}, {.folder = folder.path()}));
  ASSERT_TRUE(store->WaitDurable(Put(*store, "safe", "1")).has_value());
  disk.SetSyncsHeld(true);  // also keeps the first log's table file from being finished
  for (int i = 0; i < 120; ++i)
    Put(*store, "key" + std::to_string(1000 + i), std::string(1000, 'v'));
  disk.LosePower();
  store.reset();
  int logs = 0;
  disk.Forget([&](const FaultyDisk::File& file) {
    if (!file.is_log()) return file.synced;
    return ++logs == 1 ? file.synced : file.written;
  });
  ASSERT_GE(logs, 2);
  EXPECT_EQ(EntriesOf(*OpenAt(folder.path())->Durable()), (Entries{{"safe", "1"}}));
}

TEST(LogGapFilterTest, StopsAtAMissingCommit) {
  using Option = rocksdb::WalFilter::WalProcessingOption;
  const LogGapFilter filter;
  const auto replay = [&](char first_sequence) {
    rocksdb::WriteBatch changes;
    EXPECT_TRUE(changes.Put("a", "1").ok());
    EXPECT_TRUE(changes.Put("b", "1").ok());
    std::string stamped = changes.Data();
    stamped[0] = first_sequence;
    bool changed = false;
    return filter.rocks_filter()->LogRecordFound(1, "log", rocksdb::WriteBatch(stamped), nullptr,
                                                 &changed);
  };
  EXPECT_EQ(replay(7), Option::kContinueProcessing);
  EXPECT_EQ(replay(9), Option::kContinueProcessing);
  EXPECT_EQ(replay(12), Option::kStopReplay);
}

}  // namespace
}  // namespace trestle
