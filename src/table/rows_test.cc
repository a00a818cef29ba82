#include "table/rows.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "table/table_testing.h"

namespace trestle {
namespace {

class RowsTest : public CatalogTest {
 protected:
  RowsTest() {
    TableDefinition definition = TableNamed("t");
    definition.keys.range = {Key("sk")};
    definition.indexes = {IndexNamed(
        "gsi", {.hash = {Key("a"), Key("b", kN)}, .range = {Key("c", kN), Key("d", kB)}})};
    table_ = Create(definition);
    for (const char* const sort : {"a", "ab", "abc", "b", "ba", "c"}) {
      Put(table_, ItemOf({{"pk", S("p")}, {"sk", S(sort)}}));
      Put(table_, ItemOf({{"pk", S("q")}, {"sk", S(sort)}}));
    }
  }

  std::string SortKeys(SortBounds bounds, Rows::Options options = {}) {
    const KeyRange range = RangeOf(*table_, {.hash = {S("p")}, .bounds = std::move(bounds)});
    std::string sorts;
    for (const Item& item : ReadAll(*store_->Latest(), range, std::move(options))) {
      sorts += *item.Find("sk")->As<std::string>() + " ";
    }
    return sorts;
  }

  TablePtr table_;
};

using Bound = SortBounds::Bound;

TEST_F(RowsTest, BoundsCutAPartition) {
  EXPECT_EQ(SortKeys({}), "a ab abc b ba c ");
  EXPECT_EQ(SortKeys({.lower = Bound{S("ab")}}), "ab abc b ba c ");
  EXPECT_EQ(SortKeys({.lower = Bound{S("ab"), false}}), "abc b ba c ");
  EXPECT_EQ(SortKeys({.upper = Bound{S("b")}}), "a ab abc b ");
  EXPECT_EQ(SortKeys({.upper = Bound{S("b"), false}}), "a ab abc ");
  EXPECT_EQ(SortKeys({.lower = Bound{S("ab")}, .upper = Bound{S("b")}}), "ab abc b ");
  EXPECT_EQ(SortKeys({.lower = Bound{S("c")}, .upper = Bound{S("a")}}), "");
  EXPECT_EQ(SortKeys({.starts_with = S("ab")}), "ab abc ");
  EXPECT_EQ(SortKeys({.starts_with = S("z")}), "");
}

TEST_F(RowsTest, ReadsOnAfterAStartInBothDirections) {
  const auto position = [&](const char* sort) {
    return *PositionOf(*table_, nullptr, ItemOf({{"pk", S("p")}, {"sk", S(sort)}}));
  };
  EXPECT_EQ(SortKeys({}, {.direction = Direction::kBackward}), "c ba b abc ab a ");
  EXPECT_EQ(SortKeys({}, {.start = position("abc")}), "b ba c ");
  EXPECT_EQ(SortKeys({}, {.start = position("abb")}), "abc b ba c ") << "the start need not exist";
  EXPECT_EQ(SortKeys({}, {.direction = Direction::kBackward, .start = position("abc")}), "ab a ");
  EXPECT_EQ(SortKeys({.starts_with = S("b")}, {.start = position("a")}), "b ba ");
  EXPECT_EQ(SortKeys({.starts_with = S("b")}, {.start = position("c")}), "");
  EXPECT_EQ(SortKeys({.starts_with = S("b")},
                     {.direction = Direction::kBackward, .start = position("c")}),
            "ba b ");
  EXPECT_EQ(SortKeys({.starts_with = S("b")},
                     {.direction = Direction::kBackward, .start = position("a")}),
            "");
}

TEST_F(RowsTest, StartKeyMustBeTheKeysOfTheIndexAndTheTable) {
  const IndexDefinition& index = table_->definition().indexes[0];
  Item start = ItemOf({{"pk", S("p")}, {"sk", S("a")}});
  EXPECT_TRUE(PositionOf(*table_, nullptr, start).has_value());
  EXPECT_FALSE(PositionOf(*table_, &index, start).has_value());
  start.Set("a", S("x"));
  EXPECT_FALSE(PositionOf(*table_, nullptr, start).has_value()) << "one too many";
  start.Set("b", N("1"));
  start.Set("c", N("1"));
  start.Set("d", S("1"));
  EXPECT_FALSE(PositionOf(*table_, &index, start).has_value()) << "d is a binary";
  start.Set("d", B("1"));
  EXPECT_TRUE(PositionOf(*table_, &index, start).has_value());
  start.Set("e", B("1"));
  EXPECT_FALSE(PositionOf(*table_, &index, start).has_value());
  start.Erase("e");
  start.Erase("sk");
  EXPECT_FALSE(PositionOf(*table_, &index, start).has_value());
}

TEST_F(RowsTest, IndexOfSeveralKeysIsOrderedByOneAfterTheOther) {
  const IndexDefinition& index = table_->definition().indexes[0];
  const std::vector<std::string> numbers = {"-10", "-2", "0", "0.5", "2", "10"};
  for (const std::string& number : numbers) {
    for (const char* const binary : {"x", "y"}) {
      Put(table_, ItemOf({{"pk", S("i")},
                          {"sk", S(number + binary)},
                          {"a", S("k")},
                          {"b", N("1")},
                          {"c", N(number)},
                          {"d", B(binary)}}));
    }
  }
  const auto read = [&](PartitionRange partition) {
    partition.index = &index;
    partition.hash = {S("k"), N("1.0")};
    std::string sorts;
    for (const Item& item : ReadAll(*store_->Latest(), RangeOf(*table_, partition))) {
      sorts += *item.Find("sk")->As<std::string>() + " ";
    }
    return sorts;
  };
  EXPECT_EQ(read({}), "-10x -10y -2x -2y 0x 0y 0.5x 0.5y 2x 2y 10x 10y ");
  EXPECT_EQ(read({.bounds = {.lower = Bound{N("0"), false}, .upper = Bound{N("2")}}}),
            "0.5x 0.5y 2x 2y ");
  EXPECT_EQ(read({.bounds = {.lower = Bound{N("-2")}, .upper = Bound{N("0"), false}}}), "-2x -2y ");
  EXPECT_EQ(read({.range_prefix = {N("2")}}), "2x 2y ");
  EXPECT_EQ(read({.range_prefix = {N("2")}, .bounds = {.lower = Bound{B("x"), false}}}), "2y ");
  EXPECT_EQ(read({.range_prefix = {N("2"), B("x")}}), "2x ");
}

TEST_F(RowsTest, SegmentsCoverEverythingOnce) {
  for (int i = 0; i < 500; ++i) {
    Put(table_, ItemOf({{"pk", S("partition " + std::to_string(i))}, {"sk", S("x")}}));
  }
  const std::vector<Item> all = All(*table_);
  EXPECT_EQ(all.size(), 512u);
  for (const std::uint32_t total : {1u, 2u, 3u, 7u, 100u}) {
    std::vector<Item> read;
    for (std::uint32_t segment = 0; segment < total; ++segment) {
      const KeyRange range =
          RangeOf(*table_, SegmentRange{.segment = segment, .total_segments = total});
      for (Item& item : ReadAll(*store_->Latest(), range)) read.push_back(std::move(item));
    }
    EXPECT_EQ(read, all) << total << " segments";
  }
}

RC_GTEST_PROP(RowsSegmentTest, SegmentsAdjoin, ()) {
  const Table table(TableNamed("t"));
  const auto total = *rc::gen::inRange<std::uint32_t>(1, 1'000'001);
  const auto segment = *rc::gen::inRange<std::uint32_t>(0, total);
  const KeyRange range = RangeOf(table, SegmentRange{.segment = segment, .total_segments = total});
  RC_ASSERT(range.begin < range.end);
  if (segment + 1 < total) {
    RC_ASSERT(RangeOf(table, SegmentRange{.segment = segment + 1, .total_segments = total}).begin ==
              range.end);
  } else {
    RC_ASSERT(range.end == RangeOf(table, SegmentRange{}).end);
  }
}

// Whatever the values are, the rows read are those that a filter on the values would leave.
class NumberRowsTest : public CatalogTest {};

TEST_F(NumberRowsTest, BoundsOnNumbersSelectByValue) {
  const TablePtr table = Create(TableNamed("t"));
  const std::vector<std::string> texts = {"-1E100", "-12.5", "-12", "-1", "-0.01", "0",   "1E-130",
                                          "0.1",    "1",     "9",   "10", "99.99", "100", "1E50"};
  for (const std::string& text : texts) Put(table, ItemOf({{"pk", S("p")}, {"sk", N(text)}}));
  for (const std::string& low : texts) {
    for (const std::string& high : texts) {
      for (const bool inclusive : {true, false}) {
        const KeyRange range = RangeOf(*table, {.hash = {S("p")},
                                                .bounds = {.lower = Bound{N(low), inclusive},
                                                           .upper = Bound{N(high), inclusive}}});
        const Number from = *Number::Parse(low);
        const Number to = *Number::Parse(high);
        const auto expected =
            std::count_if(texts.begin(), texts.end(), [&](const std::string& text) {
              const Number number = *Number::Parse(text);
              return inclusive ? from <= number && number <= to : from < number && number < to;
            });
        EXPECT_EQ(ReadAll(*store_->Latest(), range).size(), static_cast<std::size_t>(expected))
            << low << " to " << high;
      }
    }
  }
}

}  // namespace
}  // namespace trestle
