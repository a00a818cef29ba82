#include "capacity/heavy_hitters.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace trestle {
namespace {

TEST(HeavyHittersTest, IsExactWhileAllKeysFit) {
  HeavyHitters hitters(10);
  hitters.Add("a", {.weight = 1, .reads = 1});
  hitters.Add("b", {.weight = 5, .writes = 1});
  hitters.Add("a", {.weight = 2, .reads = 1});
  const auto top = hitters.Top(5);
  ASSERT_EQ(top.size(), 2u);
  EXPECT_EQ(top[0].key, "b");
  EXPECT_EQ(top[0].weight, 5);
  EXPECT_EQ(top[1].weight, 3);
  EXPECT_EQ(top[1].reads, 2u);
  EXPECT_EQ(top[1].inherited, 0);
}

TEST(HeavyHittersTest, ANewKeyTakesThePlaceOfTheLightest) {
  HeavyHitters hitters(2);
  hitters.Add("heavy", {.weight = 10});
  hitters.Add("light", {.weight = 3});
  hitters.Add("new", {.weight = 1});
  const auto top = hitters.Top(5);
  ASSERT_EQ(top.size(), 2u);
  EXPECT_EQ(top[0].key, "heavy");
  EXPECT_EQ(top[1].key, "new");
  EXPECT_EQ(top[1].weight, 4);
  EXPECT_EQ(top[1].inherited, 3);
}

TEST(HeavyHittersTest, FindsHotKeysAmongManyAndNeverCountsTooLow) {
  HeavyHitters hitters(64);
  std::map<std::string, double> truth;
  std::mt19937 random(7);
  for (int i = 0; i < 50'000; ++i) {
    const bool hot = random() % 4 == 0;
    const std::string key = std::to_string(hot ? random() % 5 : 100 + random() % 20'000);
    truth[key] += 1;
    hitters.Add(key, {});
  }
  const auto top = hitters.Top(5);
  ASSERT_EQ(top.size(), 5u);
  for (const HeavyHitters::Entry& entry : top) {
    EXPECT_EQ(entry.key.size(), 1u) << entry.key;
    EXPECT_GE(entry.weight, truth[entry.key]);
    EXPECT_LE(entry.weight - entry.inherited, truth[entry.key]);
  }
}

}  // namespace
}  // namespace trestle
