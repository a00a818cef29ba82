// That the history of a table with point-in-time recovery is written with its items.
#include <chrono>
#include <map>
#include <random>

#include "history/state_at.h"
#include "history/undo_record.h"
#include "table/key_codec.h"
#include "table/table_testing.h"

namespace trestle {
namespace {

class TableHistoryTest : public CatalogTest {
 protected:
  void Recover(const std::string& name) {
    const auto enable = [&](TableDefinition& definition) {
      definition.recovery = RecoveryDefinition{.since = clock_.Now()};
      return Status();
    };
    ASSERT_TRUE(catalog_->Update(name, enable, Catalog::Effect::kAtOnce));
  }
  std::vector<Item> StateOf(const Table& table, TimePoint time) {
    catalog_->WaitForWriters();
    const std::uint32_t id = table.definition().id;
    const auto state = *StateAt::Open(
        {.view = store_->Latest(), .table_id = id, .items = ItemsOfTable(id)}, FirstAfter(time));
    std::vector<Item> items;
    while (*state->Next()) items.push_back(*state->item().Decode());
    return items;
  }
  std::size_t Records(const Table& table) {
    std::size_t records = 0;
    const auto cursor = store_->Latest()->Range(UndoRecordsOf(table.definition().id));
    for (cursor->SeekFirst(); cursor->Valid(); cursor->Next()) ++records;
    return records;
  }
};

TEST_F(TableHistoryTest, IsKeptOnlyWhereItIsAskedFor) {
  const TablePtr plain = Create(TableNamed("plain"));
  const TablePtr kept = Create(TableNamed("kept"));
  Recover("kept");
  const Item item = ItemOf({{"pk", S("a")}, {"sk", N("1")}});
  Put(plain, item);
  Put(kept, item);
  Put(kept, item);  // changes nothing
  EXPECT_EQ(Records(*plain), 0u);
  EXPECT_EQ(Records(*kept), 1u);
}

TEST_F(TableHistoryTest, GoesWhenRecoveryIsDisabledAndWithTheTable) {
  const TablePtr table = Create(TableNamed("t"));
  Recover("t");
  const Item item = ItemOf({{"pk", S("a")}, {"sk", N("1")}});
  Put(table, item);
  const auto disable = [](TableDefinition& definition) {
    definition.recovery.reset();
    return Status();
  };
  ASSERT_TRUE(catalog_->Update("t", disable, Catalog::Effect::kAtOnce));
  EXPECT_EQ(Records(*table), 0u);
  Recover("t");
  Delete(table, item);
  EXPECT_EQ(Records(*table), 1u);
  ASSERT_TRUE(catalog_->Drop("t"));
  EXPECT_EQ(Records(*table), 0u);
}

TEST_F(TableHistoryTest, RandomWritesCanBeUndoneToAnyInstantAlsoAfterAReopen) {
  TablePtr table = Create(TableNamed("t"));
  Recover("t");
  std::mt19937 random(7);
  std::map<int, Item> now;
  std::map<TimePoint, std::map<int, Item>> states = {{clock_.Now(), now}};
  for (int i = 0; i < 600; ++i) {
    if (i == 300) {
      Reopen();
      table = *catalog_->Find("t");
    }
    clock_.Advance(std::chrono::milliseconds(random() % 3));
    const int key = static_cast<int>(random() % 40);
    if (random() % 4 == 0) {
      Delete(table, ItemOf({{"pk", S("p")}, {"sk", N(std::to_string(key))}}));
      now.erase(key);
    } else {
      const Item item =
          ItemOf({{"pk", S("p")}, {"sk", N(std::to_string(key))}, {"v", N(std::to_string(i))}});
      Put(table, item);
      now[key] = item;
    }
    states[clock_.Now()] = now;
  }
  for (const auto& [time, expected] : states) {
    std::vector<Item> items;
    for (const auto& [key, item] : expected) items.push_back(item);
    EXPECT_EQ(StateOf(*table, time), items);
  }
}

TEST_F(TableHistoryTest, StampsGoOnAfterTheNewestOneWhenTheClockWasPutBack) {
  const TablePtr table = Create(TableNamed("t"));
  Recover("t");
  const Item first = ItemOf({{"pk", S("a")}, {"sk", N("1")}, {"v", N("1")}});
  const Item second = ItemOf({{"pk", S("a")}, {"sk", N("1")}, {"v", N("2")}});
  Put(table, first);
  const TimePoint then = clock_.Now();
  clock_.Advance(-std::chrono::hours(1));
  Reopen();
  Put(*catalog_->Find("t"), second);
  EXPECT_EQ(StateOf(*table, then), std::vector<Item>{second});
  EXPECT_EQ(StateOf(*table, then - Duration(1)), std::vector<Item>());
}

}  // namespace
}  // namespace trestle
