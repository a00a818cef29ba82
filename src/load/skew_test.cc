#include "load/skew.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

namespace trestle::load {
namespace {

TEST(SkewTest, ReadsAndWritesItself) {
  EXPECT_EQ(Skew::Parse("uniform")->ToString(), "uniform");
  EXPECT_EQ(Skew::Parse("zipf")->ToString(), "zipf:0.99");
  EXPECT_EQ(Skew::Parse("zipf:1.2")->ToString(), "zipf:1.2");
}

TEST(SkewTest, RefusesOtherTexts) {
  for (const std::string_view text :
       {"", "zipf:", "zipf:x", "zipf:0", "zipf:9", "zipf:nan", "even"}) {
    EXPECT_FALSE(Skew::Parse(text)) << text;
  }
}

class ZipfTest : public testing::TestWithParam<double> {};

TEST_P(ZipfTest, DrawsRanksInTheirProportion) {
  constexpr std::uint64_t kCount = 1000;
  constexpr int kDraws = 400'000;
  double sum = 0;
  for (std::uint64_t k = 1; k <= kCount; ++k) sum += std::pow(static_cast<double>(k), -GetParam());

  const ZipfRanks ranks(kCount, GetParam());
  Random random(7);
  std::vector<int> seen(kCount + 1);
  for (int i = 0; i < kDraws; ++i) {
    const std::uint64_t rank = ranks.Draw(random);
    ASSERT_GE(rank, 1u);
    ASSERT_LE(rank, kCount);
    ++seen[rank];
  }
  for (const std::uint64_t k : {1, 2, 3, 5, 10, 30, 100}) {
    const double expected = kDraws * std::pow(static_cast<double>(k), -GetParam()) / sum;
    EXPECT_NEAR(seen[k], expected, 5 * std::sqrt(expected) + 1) << "rank " << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Exponents, ZipfTest, testing::Values(0.5, 0.99, 1.0, 1.5));

TEST(ItemChooserTest, GivesEachRankAnItemOfItsOwn) {
  for (const std::uint64_t count : {1u, 2u, 100u, 997u, 10'000u}) {
    const ItemChooser chooser(count, Skew{.exponent = 0.99});
    std::set<std::uint64_t> items;
    for (std::uint64_t rank = 0; rank < count; ++rank) items.insert(chooser.ItemOfRank(rank));
    EXPECT_EQ(items.size(), count);
    EXPECT_LT(*items.rbegin(), count);
  }
}

TEST(ItemChooserTest, DrawsAllItemsAlikeWithoutSkew) {
  const ItemChooser chooser(10, Skew{});
  Random random(3);
  std::vector<int> seen(10);
  for (int i = 0; i < 100'000; ++i) ++seen[chooser.Draw(random)];
  for (const int times : seen) EXPECT_NEAR(times, 10'000, 500);
}

TEST(ItemChooserTest, RepeatsItselfFromTheSameSeed) {
  const ItemChooser chooser(1'000'000, Skew{.exponent = 0.99});
  Random one(42), other(42);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(chooser.Draw(one), chooser.Draw(other));
}

}  // namespace
}  // namespace trestle::load
