#include "storage/store.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <thread>

#include "storage/store_testing.h"

namespace trestle {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

enum class Kind { kMemory, kStrict, kRelaxed };

// What every store does, wherever its bytes are.
class StoreTest : public testing::TestWithParam<Kind> {
 protected:
  StoreTest()
      : store_(
            Opened(OpenStore({.folder = folder_ / "data",
                              .in_memory = GetParam() == Kind::kMemory,
                              .durability = GetParam() == Kind::kRelaxed ? Durability::kRelaxed
                                                                         : Durability::kStrict}))) {
  }

  TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
};

std::string NameOf(const testing::TestParamInfo<Kind>& kind) {
  static constexpr const char* kNames[] = {"Memory", "Strict", "Relaxed"};
  return kNames[static_cast<int>(kind.param)];
}

INSTANTIATE_TEST_SUITE_P(Kinds, StoreTest,
                         testing::Values(Kind::kMemory, Kind::kStrict, Kind::kRelaxed), NameOf);

TEST_P(StoreTest, StartsEmpty) {
  EXPECT_THAT(EntriesOf(*store_->Durable()), ElementsAre());
  EXPECT_EQ(Get(*store_->Latest(), "a"), std::nullopt);
}

TEST_P(StoreTest, ShowsACommitToWritersAtOnce) {
  Put(*store_, "a", "1");
  EXPECT_EQ(store_->GetLatest("a").value(), "1");
  EXPECT_EQ(Get(*store_->Latest(), "a"), "1");
}

TEST_P(StoreTest, ShowsACommitToReadersOnceItIsDurable) {
  const CommitPosition position = Put(*store_, "a", "1");
  ASSERT_TRUE(store_->WaitDurable(position).has_value());
  EXPECT_TRUE(store_->IsDurable(position));
  EXPECT_EQ(Get(*store_->Durable(), "a"), "1");
}

TEST_P(StoreTest, KeepsEmptyValuesAndZeroBytes) {
  const std::string key("k\0\xff", 3);
  const std::string value("\0\0", 2);
  Put(*store_, key, value);
  Put(*store_, "empty", "");
  EXPECT_EQ(store_->GetLatest(key).value(), value);
  EXPECT_EQ(store_->GetLatest("empty").value(), "");
}

TEST_P(StoreTest, AppliesTheChangesOfABatchInTheirOrder) {
  Put(*store_, "gone", "1");
  const std::unique_ptr<WriteBatch> batch = store_->NewBatch();
  EXPECT_TRUE(batch->empty());
  batch->Put("a", "1");
  batch->Put("a", "2");
  batch->Put("b", "1");
  batch->Delete("b");
  batch->Delete("gone");
  EXPECT_FALSE(batch->empty());
  ASSERT_TRUE(store_->Commit(*batch).has_value());
  EXPECT_THAT(EntriesOf(*store_->Latest()), ElementsAre(Pair("a", "2")));
}

TEST_P(StoreTest, AViewNeverChanges) {
  Put(*store_, "a", "old");
  const std::shared_ptr<const View> view = store_->Latest();
  const std::unique_ptr<Cursor> cursor = view->Range({});
  Put(*store_, "a", "new");
  Put(*store_, "b", "new");
  EXPECT_EQ(Get(*view, "a"), "old");
  EXPECT_EQ(Get(*view, "b"), std::nullopt);
  EXPECT_THAT(EntriesOf(*view), ElementsAre(Pair("a", "old")));
  cursor->SeekLast();
  EXPECT_EQ(cursor->value(), "old");
}

TEST_P(StoreTest, ReadersShareOneViewUntilTheNextCommit) {
  const CommitPosition first = Put(*store_, "a", "1");
  ASSERT_TRUE(store_->WaitDurable(first));
  const std::shared_ptr<const View> view = store_->Durable();
  EXPECT_EQ(store_->Durable(), view);
  const CommitPosition second = Put(*store_, "a", "2");
  ASSERT_TRUE(store_->WaitDurable(second));
  EXPECT_EQ(Get(*store_->Durable(), "a"), "2");
  EXPECT_EQ(Get(*view, "a"), "1");
}

TEST_P(StoreTest, AViewOutlivesItsStore) {
  Put(*store_, "a", "1");
  const std::shared_ptr<const View> view = store_->Latest();
  store_.reset();
  EXPECT_EQ(Get(*view, "a"), "1");
}

TEST_P(StoreTest, ACursorOutlivesItsView) {
  Put(*store_, "a", "1");
  const std::unique_ptr<Cursor> cursor = store_->Latest()->Range({});
  Put(*store_, "a", "2");
  store_.reset();
  cursor->SeekFirst();
  ASSERT_TRUE(cursor->Valid());
  EXPECT_EQ(cursor->value(), "1");
}

TEST_P(StoreTest, MultiGetAnswersInTheOrderOfTheKeys) {
  Put(*store_, "a", "1");
  Put(*store_, "c", "3");
  Put(*store_, "empty", "");
  const std::vector<std::string_view> keys = {"c", "b", "a", "empty", "c"};
  const FoundValues values = store_->Latest()->MultiGet(keys).value();
  ASSERT_EQ(values.size(), 5u);
  EXPECT_EQ(values[0], "3");
  EXPECT_EQ(values[1], std::nullopt);
  EXPECT_EQ(values[2], "1");
  EXPECT_EQ(values[3], "");
  EXPECT_EQ(values[4], "3");
  EXPECT_EQ(store_->Latest()->MultiGet({}).value().size(), 0u);
}

TEST_P(StoreTest, DeleteRangeTakesItsBeginAndLeavesItsEnd) {
  for (const char* key : {"a", "b", "c", "d"}) Put(*store_, key, "1");
  const std::unique_ptr<WriteBatch> batch = store_->NewBatch();
  batch->DeleteRange("b", "d");
  batch->Put("b2", "1");  // after the range in the batch, so it stays
  ASSERT_TRUE(store_->Commit(*batch).has_value());
  EXPECT_THAT(EntriesOf(*store_->Latest()),
              ElementsAre(Pair("a", "1"), Pair("b2", "1"), Pair("d", "1")));
}

TEST_P(StoreTest, DeleteRangeOfNothingChangesNothing) {
  Put(*store_, "b", "1");
  const std::unique_ptr<WriteBatch> batch = store_->NewBatch();
  batch->DeleteRange("c", "a");
  batch->DeleteRange("b", "b");
  EXPECT_TRUE(batch->empty());
  ASSERT_TRUE(store_->Commit(*batch).has_value());
  EXPECT_EQ(store_->GetLatest("b").value(), "1");
}

TEST_P(StoreTest, AnEmptyBatchIsTheNewestCommitAgain) {
  const CommitPosition position = Put(*store_, "a", "1");
  const std::unique_ptr<WriteBatch> batch = store_->NewBatch();
  EXPECT_EQ(store_->Commit(*batch).value(), position);
}

TEST_P(StoreTest, ALaterCommitHasALargerPosition) {
  const CommitPosition first = Put(*store_, "a", "1");
  const CommitPosition second = Put(*store_, "a", "2");
  EXPECT_LT(CommitPosition{}, first);
  EXPECT_LT(first, second);
  EXPECT_EQ(store_->LatestPosition(), second);
}

TEST_P(StoreTest, ConcurrentCommitsHaveDistinctPositions) {
  constexpr int kThreads = 4;
  constexpr int kCommits = 200;
  std::mutex mutex;
  std::set<CommitPosition> positions;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      CommitPosition before;
      for (int i = 0; i < kCommits; ++i) {
        const CommitPosition position =
            Put(*store_, "key" + std::to_string(t) + "." + std::to_string(i), "value");
        EXPECT_LT(before, position);
        before = position;
        const std::lock_guard lock(mutex);
        positions.insert(position);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(positions.size(), kThreads * kCommits);
  EXPECT_EQ(*positions.rbegin(), store_->LatestPosition());
}

TEST_P(StoreTest, ClearingTheWholeStoreKeepsItOpenable) {
  Put(*store_, "a", "1");
  const std::unique_ptr<WriteBatch> batch = store_->NewBatch();
  batch->DeleteRange("", "\xff");
  ASSERT_TRUE(store_->WaitDurable(store_->Commit(*batch).value()).has_value());
  EXPECT_THAT(EntriesOf(*store_->Durable()), ElementsAre());
  if (GetParam() == Kind::kMemory) return;
  store_.reset();
  EXPECT_THAT(EntriesOf(*OpenAt(folder_ / "data")->Durable()), ElementsAre());
}

}  // namespace
}  // namespace trestle
