#include "history/state_at.h"

#include <random>
#include <utility>
#include <vector>

#include "history/changes_between.h"
#include "history/history_for_test.h"
#include "history/trim.h"

namespace trestle {
namespace {

using StateAtTest = HistoryTest;

TEST_F(StateAtTest, WithoutChangesIsWhatIsThere) {
  Write("a", "1", At(10));
  EXPECT_EQ(StateOf(At(10)), (Items{{KeyOf("a"), "1"}}));
}

TEST_F(StateAtTest, HasTheChangesOfItsOwnMicrosecondAndNoLaterOnes) {
  Write("a", "1", At(10));
  Write("a", "2", At(11));
  EXPECT_EQ(StateOf(At(10)), (Items{{KeyOf("a"), "1"}}));
  EXPECT_EQ(StateOf(At(11)), (Items{{KeyOf("a"), "2"}}));
}

TEST_F(StateAtTest, KnowsWhatWasNotThereYetAndWhatHasGone) {
  Write("a", "1", At(10));
  Write("b", "1", At(20));
  Write("a", std::nullopt, At(30));
  EXPECT_EQ(StateOf(At(9)), Items());
  EXPECT_EQ(StateOf(At(15)), (Items{{KeyOf("a"), "1"}}));
  EXPECT_EQ(StateOf(At(30)), (Items{{KeyOf("b"), "1"}}));
}

TEST_F(StateAtTest, TellsChangesOfOneMicrosecondApartByTheirNumbers) {
  Write("a", "1", At(10));
  const ChangeStamp marker{.time = At(10), .number = number_ + 1};
  Write("a", "2", At(10));
  EXPECT_EQ(StateBefore(marker), (Items{{KeyOf("a"), "1"}}));
}

TEST_F(StateAtTest, IsNotDisturbedByTheHistoryOfTheNextTable) {
  Write("a", "1", At(10));
  const std::unique_ptr<WriteBatch> batch = store_->NewBatch();
  AddUndoRecord(kTable + 1, {.stamp = {.time = At(20), .number = 99}, .item_key = KeyOf("a")},
                *batch);
  ASSERT_TRUE(store_->Commit(*batch));
  EXPECT_EQ(StateOf(At(10)), (Items{{KeyOf("a"), "1"}}));
}

TEST_F(StateAtTest, StaysReadableForTimesAfterTheTrim) {
  for (int i = 0; i < 100; ++i) Write("k" + std::to_string(i % 7), std::to_string(i), At(i));
  const Items before = StateOf(At(60));
  const std::unique_ptr<WriteBatch> batch = store_->NewBatch();
  ASSERT_TRUE(TrimHistory(kTable, At(60), *store_->Latest(), *batch));
  ASSERT_TRUE(store_->Commit(*batch));
  EXPECT_EQ(StateOf(At(60)), before);
  EXPECT_EQ(StateOf(At(99)).at(KeyOf("k1")), "99");
  const auto rest = store_->Latest()->Range(UndoRecordsOf(kTable));
  rest->SeekFirst();
  EXPECT_EQ(StampOf(rest->key())->time, At(60));
}

TEST_F(StateAtTest, TrimOfNothingWritesNothing) {
  Write("a", "1", At(10));
  const std::unique_ptr<WriteBatch> batch = store_->NewBatch();
  ASSERT_TRUE(TrimHistory(kTable, At(10), *store_->Latest(), *batch));
  EXPECT_TRUE(batch->empty());
}

TEST_F(StateAtTest, AChangeTellsWhenItsItemWasLastWritten) {
  Write("a", "1", At(10));
  Write("a", "2", At(20));
  Write("b", "1", At(25));
  Write("a", "3", At(30));
  const auto changes = *ChangesBetween::Open(Past(), {.from = At(5), .to = At(30)});
  ASSERT_TRUE(*changes->Next());
  EXPECT_EQ(changes->item_key(), KeyOf("a"));
  EXPECT_EQ(changes->last_changed(), At(20));
  ASSERT_TRUE(*changes->Next());
  EXPECT_EQ(changes->last_changed(), At(25));
  EXPECT_FALSE(*changes->Next());
}

// Writes at random and remembers every state; then any state, read in any amount of memory, is the
// one that was remembered, and so is any difference of two.
class RandomHistoryTest : public StateAtTest, public ::testing::WithParamInterface<unsigned> {
 protected:
  void WriteAtRandom(std::size_t writes) {
    Items now;
    std::int64_t time = 1000;
    for (std::size_t i = 0; i < writes; ++i) {
      time += static_cast<std::int64_t>(random_() % 3);  // some share their microsecond
      const std::string name = std::to_string(random_() % 60);
      if (random_() % 4 == 0) {
        Write(name, std::nullopt, At(time));
        now.erase(KeyOf(name));
      } else {
        const std::string text = std::to_string(i);
        Write(name, text, At(time));
        now[KeyOf(name)] = text;
      }
      states_[time] = now;
    }
  }
  // What it was at a time: the state of the last write up to then.
  Items Expected(std::int64_t time) const {
    const auto after = states_.upper_bound(time);
    return after == states_.begin() ? Items() : std::prev(after)->second;
  }
  std::int64_t AnyTime() {
    return 990 + static_cast<std::int64_t>(random_() % static_cast<unsigned>(1300));
  }

  std::mt19937 random_{GetParam()};
  std::map<std::int64_t, Items> states_;
};

TEST_P(RandomHistoryTest, AnyStateIsTheOneThatWas) {
  WriteAtRandom(1200);
  for (int i = 0; i < 60; ++i) {
    const std::int64_t time = AnyTime();
    const std::size_t max_bytes = i % 2 == 0 ? kChangedKeysBytes : random_() % 3000;
    EXPECT_EQ(StateBefore(FirstAfter(At(time)), max_bytes), Expected(time)) << time;
  }
}

TEST_P(RandomHistoryTest, AnyDifferenceLeadsFromOneStateToTheOther) {
  WriteAtRandom(1200);
  for (int i = 0; i < 60; ++i) {
    std::int64_t from = AnyTime();
    std::int64_t to = AnyTime();
    if (to < from) std::swap(from, to);
    const auto changes = *ChangesBetween::Open(Past(), {.from = At(from), .to = At(to)},
                                               i % 2 == 0 ? kChangedKeysBytes : random_() % 3000);
    Items items = Expected(from - 1);
    while (*changes->Next()) {
      const std::string key(changes->item_key());
      const auto before = items.find(key);
      ASSERT_EQ(changes->before().has_value(), before != items.end()) << key;
      if (changes->before()) {
        EXPECT_EQ(changes->before()->bytes(), before->second);
      }
      items.erase(key);
      if (changes->after()) items[key] = changes->after()->bytes();
    }
    EXPECT_EQ(items, Expected(to - 1)) << from << " to " << to;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomHistoryTest, ::testing::Values(1u, 2u, 3u));

}  // namespace
}  // namespace trestle
