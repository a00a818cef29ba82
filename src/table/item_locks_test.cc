#include "table/item_locks.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace trestle {
namespace {

TEST(StripeSetTest, HoldsEachStripeOnceInOrder) {
  StripeSet set;
  for (const std::size_t stripe : {900u, 3u, 64u, 16383u, 3u, 63u}) set.Add(stripe);
  std::vector<std::size_t> stripes;
  set.ForEach([&](std::size_t stripe) { stripes.push_back(stripe); });
  EXPECT_EQ(stripes, (std::vector<std::size_t>{3, 63, 64, 900, 16383}));

  std::size_t count = 0;
  StripeSet::All().ForEach([&](std::size_t stripe) { EXPECT_EQ(stripe, count++); });
  EXPECT_EQ(count, StripeSet::kStripes);
}

TEST(StripeSetTest, AddsRemovesAndMeetsOtherSets) {
  const auto set_of = [](std::initializer_list<std::size_t> stripes) {
    StripeSet set;
    for (const std::size_t stripe : stripes) set.Add(stripe);
    return set;
  };
  const auto stripes_of = [](const StripeSet& set) {
    std::vector<std::size_t> stripes;
    set.ForEach([&](std::size_t stripe) { stripes.push_back(stripe); });
    return stripes;
  };
  StripeSet set = set_of({5, 4095});
  EXPECT_FALSE(set.Intersects(set_of({4, 6, 4094, 70})));  // also of words that both use
  set.Add(set_of({70, 5}));
  EXPECT_EQ(stripes_of(set), (std::vector<std::size_t>{5, 70, 4095}));
  EXPECT_TRUE(set.Intersects(set_of({70})));

  set.Remove(set_of({70, 71, 200}));
  EXPECT_EQ(stripes_of(set), (std::vector<std::size_t>{5, 4095}));
  EXPECT_FALSE(set.Intersects(set_of({70})));
  EXPECT_FALSE(set.Intersects(StripeSet()));
  EXPECT_TRUE(set.Intersects(StripeSet::All()));

  StripeSet copy = set_of({5, 16000});
  EXPECT_EQ(stripes_of(StripeSet(copy)), (std::vector<std::size_t>{5, 16000}));
  copy = set;
  EXPECT_EQ(stripes_of(copy), (std::vector<std::size_t>{5, 4095}));
}

TEST(ItemLocksTest, OneHolderAtATimeAndNoDeadlock) {
  ItemLocks locks;
  constexpr int kThreads = 4;
  constexpr int kRounds = 3000;
  std::vector<int> counts(8, 0);  // each guarded by the stripe of its number
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int round = 0; round < kRounds; ++round) {
        StripeSet stripes;
        const int first = (round * 5 + thread) % 8;
        const int second = (round * 3 + thread * 7) % 8;
        stripes.Add(static_cast<std::size_t>(first));
        stripes.Add(static_cast<std::size_t>(second));
        const ItemLocks::Held held = locks.Hold(round % 500 == 0 ? StripeSet::All() : stripes);
        ++counts[static_cast<std::size_t>(first)];
        if (second != first) ++counts[static_cast<std::size_t>(second)];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();

  int expected = 0;
  for (int thread = 0; thread < kThreads; ++thread) {
    for (int round = 0; round < kRounds; ++round) {
      expected += (round * 5 + thread) % 8 == (round * 3 + thread * 7) % 8 ? 1 : 2;
    }
  }
  int sum = 0;
  for (const int count : counts) sum += count;
  EXPECT_EQ(sum, expected);
}

}  // namespace
}  // namespace trestle
