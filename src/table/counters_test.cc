#include "table/counters.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "table/table_testing.h"

namespace trestle {
namespace {

TEST(CountersTest, GoldenBytesOfARow) {
  const std::unique_ptr<Store> store = *OpenStore({.in_memory = true});
  TableCounters counters(0x01020304);
  const std::unique_ptr<WriteBatch> batch = store->NewBatch();
  const std::array changes = {CounterChange{.index_id = 0, .items = 2, .bytes = 300},
                              CounterChange{.index_id = 130, .items = -1, .bytes = -64}};
  counters.Add(0x0105, changes, *batch);
  ASSERT_TRUE(store->Commit(*batch).has_value());

  const std::string key("\x07\x01\x02\x03\x04\x01\x05", 7);
  const std::string row("\x00\x04\xd8\x04\x82\x01\x01\x7f", 8);
  EXPECT_EQ(*store->GetLatest(key), row);
  EXPECT_TRUE(TableCounters::IsRow(key));
  EXPECT_FALSE(TableCounters::IsRow(TableCounters::RowsOf(0x01020304).begin));

  TableCounters loaded(0x01020304);
  ASSERT_TRUE(loaded.Load(key, row).has_value());
  EXPECT_EQ(loaded.Read(0), (TableStatistics{.items = 2, .bytes = 300}));
  EXPECT_EQ(loaded.Read(130), (TableStatistics{.items = -1, .bytes = -64}));
  EXPECT_EQ(loaded.Read(7), TableStatistics());
}

TEST(CountersTest, RefusesDamagedRows) {
  TableCounters counters(1);
  EXPECT_FALSE(counters.Load(std::string("\x07\0\0\0\x01\0\0", 7), "\x80").has_value());
  EXPECT_FALSE(counters.Load(std::string("\x07\0\0\0\x01\xff\xff", 7), "").has_value());
  EXPECT_FALSE(counters.Load("\x07", "").has_value());
}

TEST(CountersTest, EveryWriterHasASlotOfItsOwnAndFreeOnesAreUsedAgain) {
  CounterSlots slots;
  const CounterSlots::Lease first(slots);
  std::size_t given_back = 0;
  {
    const CounterSlots::Lease second(slots);
    EXPECT_NE(second.slot(), first.slot());
    given_back = second.slot();
  }
  const CounterSlots::Lease third(slots);
  EXPECT_EQ(third.slot(), given_back);
}

TEST(CountersTest, SlotsAreNeverSharedByThreads) {
  CounterSlots slots;
  std::array<std::atomic<int>, CounterSlots::kSlots> holders{};
  std::atomic<int> shared = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 2000; ++round) {
        const CounterSlots::Lease lease(slots);
        if (holders[lease.slot()].fetch_add(1) != 0) ++shared;
        holders[lease.slot()].fetch_sub(1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(shared, 0);
}

}  // namespace
}  // namespace trestle
