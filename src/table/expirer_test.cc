#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "table/table_testing.h"
#include "table/time_to_live.h"

namespace trestle {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

class ExpirerTest : public CatalogTest {
 protected:
  void SetTimeToLive(const std::string& table, std::optional<std::string> attribute) {
    const auto changed = catalog_->Update(
        table,
        [&](TableDefinition& definition) {
          definition.ttl_attribute = attribute;
          return Status();
        },
        Catalog::Effect::kAtOnce);
    ASSERT_TRUE(changed.has_value()) << changed.error().message;
  }
  TablePtr CreateExpiring(const std::string& name = "Sessions") {
    TableDefinition definition = TableNamed(name);
    definition.indexes = {IndexNamed("by-user", {.hash = {Key("user")}})};
    definition.ttl_attribute = "ttl";
    return Create(std::move(definition));
  }

  // So many seconds from the clock's now.
  AttributeValue In(std::int64_t offset) const {
    const auto now = std::chrono::floor<seconds>(clock_.Now().time_since_epoch()).count();
    return AttributeValue::Of(Number::FromInteger(now + offset));
  }
  static Item Session(int number, const AttributeValue& ttl) {
    return ItemOf(
        {{"pk", S("s")}, {"sk", N(std::to_string(number))}, {"user", S("u")}, {"ttl", ttl}});
  }

  void RunDue() {
    const Status status = catalog_->housekeeper().RunDue();
    EXPECT_TRUE(status.has_value()) << status.error().message;
  }
  void After(Duration time) {
    clock_.Advance(time);
    RunDue();
  }
  std::size_t Count(const std::string& name) const { return All(**catalog_->Find(name)).size(); }
  // Of all tables.
  std::size_t Entries() const {
    std::size_t count = 0;
    const auto view = store_->Latest();
    const auto cursor = view->Range({.begin = "\x05", .end = "\x06"});
    for (cursor->SeekFirst(); cursor->Valid(); cursor->Next()) ++count;
    return count;
  }
};

TEST_F(ExpirerTest, DeletesWhatHasExpiredWithAllThatBelongsToIt) {
  const TablePtr table = CreateExpiring();
  for (int i = 0; i < 100; ++i) Put(table, Session(i, In(60)));
  for (int i = 100; i < 110; ++i) Put(table, Session(i, In(120)));
  RunDue();
  EXPECT_EQ(Count("Sessions"), 110u);
  After(seconds(59));
  EXPECT_EQ(Count("Sessions"), 110u);
  After(seconds(1));
  EXPECT_EQ(Count("Sessions"), 10u);
  const IndexDefinition* const index = table->definition().FindIndex("by-user");
  EXPECT_EQ(All(*table, index).size(), 10u);
  EXPECT_EQ(catalog_->Statistics(*table).items, 10);
  EXPECT_EQ(catalog_->Statistics(*table, index).items, 10);
  EXPECT_EQ(Entries(), 10u);
  After(hours(1));
  EXPECT_EQ(Count("Sessions"), 0u);
  EXPECT_EQ(Entries(), 0u);
}

TEST_F(ExpirerTest, WhatWasChangedInTimeStays) {
  const TablePtr table = CreateExpiring();
  for (int i = 0; i < 4; ++i) Put(table, Session(i, In(60)));
  Put(table, Session(0, In(3600)));
  Put(table, Session(1, S("never")));
  Delete(table, ItemOf({{"pk", S("s")}, {"sk", N("2")}}));
  After(seconds(61));
  EXPECT_EQ(Count("Sessions"), 2u);
  EXPECT_EQ(Entries(), 1u);
  After(hours(1));
  EXPECT_EQ(Count("Sessions"), 1u);
}

TEST_F(ExpirerTest, WhatIsWrittenWithATimeInThePastExpiresUnlessItIsFiveYears) {
  const TablePtr table = CreateExpiring();
  After(hours(1));
  After(hours(1));  // it has looked at everything until now
  constexpr std::int64_t kFiveYears = 5 * 365 * 86400;
  Put(table, Session(1, In(-1)));
  Put(table, Session(2, In(-kFiveYears + 60)));
  Put(table, Session(3, In(-kFiveYears - 60)));
  RunDue();
  EXPECT_EQ(All(*table), std::vector<Item>{Session(3, In(-kFiveYears - 60))});
  After(hours(24));
  EXPECT_EQ(Count("Sessions"), 1u);
}

TEST_F(ExpirerTest, ALeapOfTheClockDoesNotMakeItemsTooOld) {
  const TablePtr table = CreateExpiring();
  Put(table, Session(1, In(60)));
  RunDue();
  After(hours(24 * 365 * 20));
  EXPECT_EQ(Count("Sessions"), 0u);
}

TEST_F(ExpirerTest, AKeyMayBeTheAttribute) {
  TableDefinition definition = TableNamed("Sessions");
  definition.ttl_attribute = "sk";
  const TablePtr table = Create(std::move(definition));
  Put(table, ItemOf({{"pk", S("a")}, {"sk", In(60)}}));
  Put(table, ItemOf({{"pk", S("a")}, {"sk", In(90)}}));
  After(seconds(75));
  EXPECT_EQ(Count("Sessions"), 1u);
}

TEST_F(ExpirerTest, ItemsThatWereThereBeforeCount) {
  const TablePtr table = Create(TableNamed("Sessions"));
  for (int i = 0; i < 200; ++i) Put(table, Session(i, In(i < 150 ? 60 : 6000)));
  EXPECT_EQ(Entries(), 0u);
  SetTimeToLive("Sessions", "ttl");
  RunDue();
  EXPECT_EQ(Entries(), 200u);
  EXPECT_FALSE((*catalog_->Find("Sessions"))->definition().ttl_filling);
  After(seconds(60));
  EXPECT_EQ(Count("Sessions"), 50u);
}

TEST_F(ExpirerTest, AnEmptyTableHasNothingToFill) {
  Create(TableNamed("Sessions"));
  SetTimeToLive("Sessions", "ttl");
  EXPECT_FALSE((*catalog_->Find("Sessions"))->definition().ttl_filling);
}

TEST_F(ExpirerTest, GoesOnWhereItWasAfterARestart) {
  const TablePtr table = Create(TableNamed("Sessions"));
  for (int i = 0; i < 500; ++i) Put(table, Session(i, In(60)));
  SetTimeToLive("Sessions", "ttl");
  Reopen();
  RunDue();
  EXPECT_EQ(Entries(), 500u);
  Reopen();
  After(seconds(60));
  EXPECT_EQ(Count("Sessions"), 0u);
  EXPECT_EQ(Entries(), 0u);
}

TEST_F(ExpirerTest, SwitchedOffNothingExpiresAndNoEntriesStay) {
  const TablePtr table = CreateExpiring();
  for (int i = 0; i < 200; ++i) Put(table, Session(i, In(60)));
  SetTimeToLive("Sessions", std::nullopt);
  EXPECT_EQ(Entries(), 0u);
  After(hours(1));
  EXPECT_EQ(Count("Sessions"), 200u);
}

TEST_F(ExpirerTest, AnotherAttributeTakesTheFirstOnesPlace) {
  const TablePtr table = CreateExpiring();
  Item item = Session(1, In(60));
  item.Set("other", In(600));
  Put(table, item);
  SetTimeToLive("Sessions", std::nullopt);
  SetTimeToLive("Sessions", "other");
  After(seconds(61));
  EXPECT_EQ(Count("Sessions"), 1u);
  EXPECT_EQ(Entries(), 1u);
  After(seconds(600));
  EXPECT_EQ(Count("Sessions"), 0u);
}

TEST_F(ExpirerTest, ADroppedTableLeavesNoEntries) {
  const TablePtr table = CreateExpiring();
  const TablePtr other = CreateExpiring("Others");
  for (int i = 0; i < 200; ++i) Put(table, Session(i, In(60)));
  Put(other, Session(1, In(60)));
  ASSERT_TRUE(catalog_->Drop("Sessions").has_value());
  EXPECT_EQ(Entries(), 1u);
  After(seconds(60));
  EXPECT_EQ(Entries(), 0u);
}

TEST_F(ExpirerTest, TheDelayKeepsExpiredItems) {
  Reopen({.ttl_delay = hours(48)});
  const TablePtr table = CreateExpiring();
  Put(table, Session(1, In(60)));
  After(hours(48));
  EXPECT_EQ(Count("Sessions"), 1u);
  Put(table, Session(2, In(-3600)));
  After(seconds(60));
  EXPECT_EQ(Count("Sessions"), 1u);
  After(hours(47));
  EXPECT_EQ(Count("Sessions"), 0u);
}

// What was put when its entry had been seen, but before it was deleted, must not go with it.
TEST_F(ExpirerTest, ARescueIsNeverLate) {
  const TablePtr table = CreateExpiring();
  constexpr int kItems = 64;
  constexpr int kRounds = 50;
  std::atomic<bool> over = false;
  int kept = 0;
  std::thread writer([&] {
    for (int round = 0; round < kRounds; ++round) {
      for (int i = 0; i < kItems; ++i) Put(table, Session(i, In(-1)));
      for (int i = 0; i < kItems; ++i) Put(table, Session(i, In(1000)));
      std::this_thread::yield();
      for (int i = 0; i < kItems; ++i) {
        WriteSet writes(*catalog_, {{table, *table->KeyOfItem(Session(i, In(0)))}});
        kept += *writes.ReadEncoded() != nullptr;
      }
    }
    over = true;
  });
  while (!over) RunDue();
  writer.join();
  EXPECT_EQ(kept, kRounds * kItems);
  EXPECT_EQ(Entries(), static_cast<std::size_t>(kItems));
}

}  // namespace
}  // namespace trestle
