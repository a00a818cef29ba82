#include "value/item_size.h"

#include <gtest/gtest.h>

#include <string>

#include "value/limits.h"

namespace trestle {
namespace {

AttributeValue Text(std::string text) { return AttributeValue::String(std::move(text)); }
AttributeValue N(const char* text) { return AttributeValue::Of(*Number::Parse(text)); }

// A string inside `wraps` maps.
AttributeValue Nested(int wraps) {
  AttributeValue value = Text("x");
  for (int i = 0; i < wraps; ++i) {
    AttributeMap map;
    map.Set("m", std::move(value));
    value = AttributeValue::Of(std::move(map));
  }
  return value;
}

TEST(ItemSizeTest, NumbersPackIntegerAndFractionDigitsApart) {
  const struct {
    const char* text;
    std::size_t size;
  } measured[] = {{"3.14159", 5}, {"123456", 4},   {"0.0000001", 2},
                  {"1E125", 2},   {"0", 1},        {"-1", 3},
                  {"1", 2},       {"100", 2},      {"12.5", 3},
                  {"100.05", 4},  {"-3.14159", 6}, {"99999999999999999999999999999999999999", 20}};
  for (const auto& [text, size] : measured) EXPECT_EQ(ValueSize(N(text)), size) << text;
}

TEST(ItemSizeTest, ScalarsCountTheirBytes) {
  EXPECT_EQ(ValueSize(Text("")), 0U);
  EXPECT_EQ(ValueSize(Text("h\xC3\xA9")), 3U);
  EXPECT_EQ(ValueSize(AttributeValue::Of(Binary{std::string(5, '\0')})), 5U);
  EXPECT_EQ(ValueSize(AttributeValue::Of(Null())), 1U);
  EXPECT_EQ(ValueSize(AttributeValue::Of(false)), 1U);
}

TEST(ItemSizeTest, SetsCountTheirElementsOnly) {
  EXPECT_EQ(ValueSize(AttributeValue::Of(StringSet({"ab", "c"}))), 3U);
  EXPECT_EQ(ValueSize(AttributeValue::Of(NumberSet({*Number::Parse("1"), *Number::Parse("-1")}))),
            5U);
}

TEST(ItemSizeTest, ContainersAddThreeAndOneForEachMember) {
  EXPECT_EQ(ValueSize(AttributeValue::Of(List())), 3U);
  EXPECT_EQ(ValueSize(AttributeValue::Of(List({Text("ab"), N("1")}))), 3U + 2 + 2 + 2);
  AttributeMap map;
  map.Set("key", Text("ab"));
  EXPECT_EQ(ValueSize(AttributeValue::Of(map)), 3U + 1 + 3 + 2);
}

TEST(ItemSizeTest, AnItemIsTheSumOfItsNamesAndValues) {
  Item item;
  EXPECT_EQ(ItemSize(item), 0U);
  item.Set("pk", Text("user"));
  item.Set("n", N("123456"));
  EXPECT_EQ(ItemSize(item), 2U + 4 + 1 + 4);
  EXPECT_EQ(AttributeSize("pk", Text("user")), 6U);
}

TEST(ItemSizeTest, TheLimitIsInclusive) {
  Item item;
  item.Set("a", Text(std::string(kMaxItemBytes - 1, 'x')));
  EXPECT_EQ(*CheckedItemSize(item), 409600U);
  item.Set("a", Text(std::string(kMaxItemBytes, 'x')));
  EXPECT_EQ(CheckedItemSize(item).error().message,
            "Item size has exceeded the maximum allowed size");
}

TEST(NestingTest, CountsTheInnermostScalarAsALevel) {
  EXPECT_EQ(NestingDepth(Text("x")), 1U);
  EXPECT_EQ(NestingDepth(AttributeValue::Of(List())), 1U);
  EXPECT_EQ(NestingDepth(Nested(3)), 4U);
  EXPECT_EQ(NestingDepth(AttributeValue::Of(List({Text("x"), Nested(2)}))), 4U);
}

TEST(NestingTest, Takes31WrappersAndRefuses32) {
  Item item;
  item.Set("a", Nested(31));
  EXPECT_TRUE(CheckNesting(item));
  item.Set("b", Nested(32));
  EXPECT_EQ(CheckNesting(item).error().message,
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested "
            "levels beyond supported limit");
}

}  // namespace
}  // namespace trestle
