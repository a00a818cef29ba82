#include "value/attribute_value.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace trestle {
namespace {

AttributeValue Text(std::string text) { return AttributeValue::String(std::move(text)); }

std::vector<std::string> NamesOf(const AttributeMap& map) {
  std::vector<std::string> names;
  for (const Attribute& attribute : map) names.push_back(attribute.name);
  return names;
}

TEST(AttributeMapTest, KeepsNamesInByteOrderHoweverTheyArrive) {
  AttributeMap map;
  for (const char* name : {"b", "a", "\xC3\xA9", "Z", "aa"}) map.Set(name, Text(name));
  EXPECT_EQ(NamesOf(map), (std::vector<std::string>{"Z", "a", "aa", "b", "\xC3\xA9"}));
}

TEST(AttributeMapTest, SetReplacesTheValueOfAName) {
  AttributeMap map;
  map.Set("a", Text("old"));
  map.Set("b", Text("other"));
  map.Set("a", Text("new"));
  EXPECT_EQ(map.size(), 2U);
  EXPECT_EQ(*map.Find("a"), Text("new"));
}

TEST(AttributeMapTest, AListOfAttributesMakesTheSameMapInAnyOrder) {
  const AttributeMap map{{"b", Text("x")}, {"a", Text("old")}, {"a", AttributeValue::Integer(-7)}};
  EXPECT_EQ(NamesOf(map), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(map.Find("a")->As<Number>()->ToString(), "-7");
  EXPECT_EQ(AttributeMap{map}, map);  // a copy, not a map that holds one
}

TEST(AttributeMapTest, AppendTakesOnlyNamesThatFollow) {
  AttributeMap map;
  *map.Append("b") = Text("x");
  EXPECT_EQ(map.Append("a"), nullptr);
  EXPECT_EQ(map.Append("b"), nullptr);
  ASSERT_NE(map.Append("c"), nullptr);
  EXPECT_EQ(NamesOf(map), (std::vector<std::string>{"b", "c"}));
  EXPECT_EQ(*map.Find("b"), Text("x"));
  EXPECT_EQ(*map.Find("c"), AttributeValue::Of(Null()));
}

TEST(AttributeMapTest, FindsOnlyWhatIsThere) {
  AttributeMap map;
  EXPECT_EQ(map.Find("a"), nullptr);
  map.Set("ab", Text("x"));
  EXPECT_EQ(map.Find("a"), nullptr);
  EXPECT_EQ(map.Find("abc"), nullptr);
  EXPECT_TRUE(map.Contains("ab"));
}

TEST(AttributeMapTest, EraseSaysWhetherThereWasSomething) {
  AttributeMap map;
  map.Set("a", Text("x"));
  map.Set("b", Text("y"));
  EXPECT_FALSE(map.Erase("aa"));
  EXPECT_TRUE(map.Erase("a"));
  EXPECT_FALSE(map.Erase("a"));
  EXPECT_EQ(NamesOf(map), std::vector<std::string>{"b"});
}

TEST(AttributeMapTest, MapsWithTheSameMembersAreEqual) {
  AttributeMap one;
  one.Set("a", Text("x"));
  one.Set("b", Text("y"));
  AttributeMap other;
  other.Set("b", Text("y"));
  EXPECT_FALSE(one == other);
  other.Set("a", Text("x"));
  EXPECT_EQ(one, other);
}

TEST(OrderedSetTest, EqualSetsAreEqualHoweverTheyWereWritten) {
  EXPECT_EQ(StringSet({"b", "a", "b"}), StringSet({"a", "b"}));
  EXPECT_TRUE(StringSet({"b", "a"}).Contains("a"));
  EXPECT_FALSE(StringSet({"b", "a"}).Contains("c"));
}

TEST(OrderedSetTest, FromOrderedRefusesDisorderAndDuplicates) {
  EXPECT_TRUE(StringSet::FromOrdered({"a", "b"}));
  EXPECT_FALSE(StringSet::FromOrdered({"b", "a"}));
  EXPECT_FALSE(StringSet::FromOrdered({"a", "a"}));
}

TEST(AttributeValueTest, NamesItsTypeAsTheWireDoes) {
  EXPECT_EQ(WireName(Text("x").type()), "S");
  EXPECT_EQ(WireName(AttributeValue::Of(Number()).type()), "N");
  EXPECT_EQ(WireName(AttributeValue::Of(Binary()).type()), "B");
  EXPECT_EQ(WireName(AttributeValue::Of(StringSet()).type()), "SS");
  EXPECT_EQ(WireName(AttributeValue::Of(NumberSet()).type()), "NS");
  EXPECT_EQ(WireName(AttributeValue::Of(BinarySet()).type()), "BS");
  EXPECT_EQ(WireName(AttributeValue::Of(AttributeMap()).type()), "M");
  EXPECT_EQ(WireName(AttributeValue::Of(List()).type()), "L");
  EXPECT_EQ(WireName(AttributeValue::Of(Null()).type()), "NULL");
  EXPECT_EQ(WireName(AttributeValue::Of(true).type()), "BOOL");
}

TEST(AttributeValueTest, AStringIsNotABinaryOfTheSameBytes) {
  EXPECT_FALSE(Text("x") == AttributeValue::Of(Binary{"x"}));
}

}  // namespace
}  // namespace trestle
