#include "table/commit_group.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "table/table_testing.h"
#include "table/write_set.h"

namespace trestle {
namespace {

class CommitGroupTest : public CatalogTest {
 protected:
  CommitGroupTest() {
    TableDefinition definition = TableNamed("t");
    definition.indexes = {IndexNamed("gsi", {.hash = {Key("g")}})};
    table_ = Create(definition);
  }

  static Item ItemAt(int sort, int count = 0) {
    return ItemOf({{"pk", S("p")},
                   {"sk", N(std::to_string(sort))},
                   {"g", S("g")},
                   {"n", N(std::to_string(count))}});
  }
  std::vector<ItemAddress> AddressesOf(std::initializer_list<int> sorts) {
    std::vector<ItemAddress> addresses;
    for (const int sort : sorts) {
      addresses.push_back(
          {table_, *table_->KeyOf(ItemOf({{"pk", S("p")}, {"sk", N(std::to_string(sort))}}))});
    }
    return addresses;
  }
  CommitPosition PutInto(CommitGroup& group, int sort) {
    WriteSet writes(*catalog_, AddressesOf({sort}), &group);
    writes.Put(0, ItemAt(sort));
    EXPECT_TRUE(writes.Commit().has_value());
    return writes.position();
  }
  // Adds one to the counts of both items, each under the locks of both.
  void AddOneToBoth(CommitGroup& group, int first, int second) {
    WriteSet writes(*catalog_, AddressesOf({first, second}), &group);
    for (const std::size_t place : {0, 1}) {
      const Item* const before = writes.ReadPart(place, {"n"})->attributes;
      const int count =
          before == nullptr ? 0 : std::stoi(before->Find("n")->As<Number>()->ToString());
      writes.Put(place, ItemAt(place == 0 ? first : second, count + 1));
    }
    ASSERT_TRUE(writes.Commit().has_value());
  }

  TablePtr table_;
};

TEST_F(CommitGroupTest, CommitsAllThatItGatheredAtOnce) {
  std::optional<CommitGroup> group(std::in_place, *catalog_);
  EXPECT_EQ(PutInto(*group, 1), kNotCommittedYet);
  EXPECT_EQ(PutInto(*group, 2), kNotCommittedYet);
  EXPECT_TRUE(All(*table_).empty());

  const Result<CommitPosition> position = group->Finish();
  ASSERT_TRUE(position.has_value());
  EXPECT_EQ(*position, store_->LatestPosition());
  EXPECT_EQ(All(*table_).size(), 2U);
  EXPECT_EQ(catalog_->Statistics(*table_).items, 2);
  EXPECT_EQ(catalog_->Statistics(*table_, &table_->definition().indexes.front()).items, 2);
  group.reset();
  Reopen();
  EXPECT_EQ(catalog_->Statistics(**catalog_->Find("t")).items, 2);
}

TEST_F(CommitGroupTest, AChangeSeesTheOneBeforeIt) {
  CommitGroup group(*catalog_);
  for (int i = 0; i < 5; ++i) AddOneToBoth(group, 1, 2);
  ASSERT_TRUE(group.Finish().has_value());
  for (const Item& item : All(*table_)) EXPECT_EQ(item.Find("n")->As<Number>()->ToString(), "5");
}

TEST_F(CommitGroupTest, AChangeOfNothingGivesItsLocksBack) {
  CommitGroup group(*catalog_);
  {
    WriteSet writes(*catalog_, AddressesOf({1}), &group);
    writes.Delete(0);
    ASSERT_TRUE(writes.Commit().has_value());
    EXPECT_EQ(writes.position(), store_->LatestPosition());
  }
  // Would wait for ever if the group had them.
  EXPECT_EQ(catalog_->Statistics(*table_).items, 0);
}

TEST_F(CommitGroupTest, WhatIsNotCommittedIsForgotten) {
  {
    CommitGroup group(*catalog_);
    PutInto(group, 1);
  }
  EXPECT_TRUE(All(*table_).empty());
  EXPECT_EQ(catalog_->Statistics(*table_), TableStatistics());
}

TEST_F(CommitGroupTest, ALargeBatchIsNotKeptWaiting) {
  CommitGroup group(*catalog_);
  WriteSet writes(*catalog_, AddressesOf({1, 2, 3, 4}), &group);
  for (const std::size_t place : {0, 1, 2, 3}) {
    Item item = ItemAt(static_cast<int>(place) + 1);
    item.Set("x", S(std::string(300'000, 'x')));
    writes.Put(place, item);
  }
  ASSERT_TRUE(writes.Commit().has_value());
  EXPECT_EQ(All(*table_).size(), 4U);
  EXPECT_EQ(*group.Finish(), store_->LatestPosition());
}

TEST_F(CommitGroupTest, ThreadsThatNeedEachOthersLocksLoseNothingAndEnd) {
  constexpr int kRounds = 300;
  const auto work = [this](int begin, int step) {
    CommitGroup group(*catalog_);
    for (int round = 0; round < kRounds; ++round) {
      const int first = (begin + round * step) % 7;
      AddOneToBoth(group, first, (first + 3) % 7);
      if (round % 5 == 0) {
        ASSERT_TRUE(group.Finish().has_value());
      }
    }
    ASSERT_TRUE(group.Finish().has_value());
  };
  std::thread other(work, 0, 1);
  work(3, 2);
  other.join();
  int sum = 0;
  for (const Item& item : All(*table_)) sum += std::stoi(item.Find("n")->As<Number>()->ToString());
  EXPECT_EQ(sum, 2 * 2 * kRounds);
  EXPECT_EQ(catalog_->Statistics(*table_).items, 7);
}

}  // namespace
}  // namespace trestle
