#include "expression/condition.h"

#include <gtest/gtest.h>

#include "expression/values_for_test.h"

namespace trestle {
namespace {

using namespace testing_values;

Item Sample() {
  return Map({{"s", S("hello")},
              {"t", S("hello")},
              {"n", N("10")},
              {"neg", N("-3.5")},
              {"b", B(std::string("\x01\xff\x02", 3))},
              {"yes", Bool(true)},
              {"nothing", Nul()},
              {"ss", SS({"a", "b"})},
              {"ns", NS({"1", "2.50"})},
              {"bs", BS({"x"})},
              {"li", L({S("zero"), N("1"), L({S("deep")}), M({{"k", S("v")}})})},
              {"m", M({{"x", N("1")}, {"y", M({{"z", S("end")}})}})},
              {"wide", S("é𝄞")},
              {"blank", S("")}});
}

bool Holds(std::string_view text, Members values = {}, const NameMap& names = {}) {
  Request request(names, values);
  const auto condition = Condition::Parse(ExpressionKind::kCondition, text, request.substitutions);
  EXPECT_TRUE(condition) << text << ": " << condition.error().message;
  return condition && condition->Matches(Sample());
}

TEST(ConditionTest, ADefaultConditionAlwaysHolds) {
  EXPECT_TRUE(Condition().Matches(Item()));
  EXPECT_TRUE(Condition().Paths().empty());
}

TEST(ConditionTest, ComparesScalarsOfOneType) {
  EXPECT_TRUE(Holds("s = :v", {{":v", S("hello")}}));
  EXPECT_TRUE(Holds(":v = s", {{":v", S("hello")}}));
  EXPECT_TRUE(Holds("s = t"));
  EXPECT_FALSE(Holds("s <> t"));
  EXPECT_TRUE(Holds("n = :v", {{":v", N("10.0")}}));
  EXPECT_TRUE(Holds("n > :v", {{":v", N("9")}}));
  EXPECT_TRUE(Holds("neg < :v", {{":v", N("-3.49")}}));
  EXPECT_TRUE(Holds("s < :v AND s <= :v AND NOT s > :v AND NOT s >= :v", {{":v", S("hellp")}}));
  EXPECT_TRUE(Holds("b > :v", {{":v", B(std::string("\x01\x7f", 2))}}));
  EXPECT_TRUE(Holds("s > :v", {{":v", S("Zebra")}}));
  EXPECT_TRUE(Holds(":v > s", {{":v", S("é")}}));
  EXPECT_TRUE(Holds("yes = :v", {{":v", Bool(true)}}));
  EXPECT_TRUE(Holds("nothing = :v", {{":v", Nul()}}));
}

TEST(ConditionTest, ValuesOfDifferentTypesAreUnequalAndUnordered) {
  EXPECT_FALSE(Holds("n = :v", {{":v", S("10")}}));
  EXPECT_TRUE(Holds("n <> :v", {{":v", S("10")}}));
  EXPECT_FALSE(Holds("n < :v OR n >= :v", {{":v", S("10")}}));
  EXPECT_FALSE(Holds("n BETWEEN :a AND :b", {{":a", S("0")}, {":b", S("9")}}));
  EXPECT_FALSE(Holds("yes < n OR yes >= n"));
  EXPECT_FALSE(Holds("ss = :v", {{":v", L({S("a"), S("b")})}}));
}

TEST(ConditionTest, NothingButUnequalHoldsOfAMissingAttribute) {
  EXPECT_TRUE(Holds("gone1 <> :v", {{":v", S("x")}}));
  EXPECT_TRUE(Holds("gone1 <> gone"));
  EXPECT_FALSE(Holds("gone1 = gone"));
  EXPECT_FALSE(Holds("gone1 = :v OR gone1 < :v OR gone1 >= :v", {{":v", S("x")}}));
  EXPECT_FALSE(Holds("gone1 IN (:v)", {{":v", S("x")}}));
  EXPECT_FALSE(Holds("gone1 BETWEEN :v AND :v", {{":v", S("x")}}));
  EXPECT_FALSE(Holds("contains(gone1, :v) OR begins_with(gone1, :v)", {{":v", S("x")}}));
  EXPECT_FALSE(Holds("size(gone1) >= :v", {{":v", N("0")}}));
  EXPECT_TRUE(Holds("NOT gone1 = :v", {{":v", S("x")}}));
}

TEST(ConditionTest, CollectionsAreEqualByContent) {
  EXPECT_TRUE(Holds("ss = :v", {{":v", SS({"b", "a"})}}));
  EXPECT_TRUE(Holds("ns = :v", {{":v", NS({"2.5", "1"})}}));
  EXPECT_TRUE(Holds("m = :v", {{":v", M({{"y", M({{"z", S("end")}})}, {"x", N("1.0")}})}}));
  EXPECT_TRUE(Holds("li[2] = :v", {{":v", L({S("deep")})}}));
  EXPECT_FALSE(Holds("li[2] = :v", {{":v", L({S("deep"), S("x")})}}));
}

TEST(ConditionTest, ReachesIntoMapsAndLists) {
  EXPECT_TRUE(Holds("m.y.z = :v", {{":v", S("end")}}));
  EXPECT_TRUE(Holds("li[3].k = :v", {{":v", S("v")}}));
  EXPECT_TRUE(Holds("li[2][0] = :v", {{":v", S("deep")}}));
  EXPECT_TRUE(Holds("#m.#y.z = :v", {{":v", S("end")}}, {{"#m", "m"}, {"#y", "y"}}));
  EXPECT_FALSE(Holds("attribute_exists(#p)", {}, {{"#p", "m.y"}}));
  EXPECT_FALSE(Holds("attribute_exists(li[4]) OR attribute_exists(m.q) OR attribute_exists(s.x)"));
  EXPECT_FALSE(
      Holds("attribute_exists(m[0]) OR attribute_exists(li.k) OR attribute_exists(ss[0])"));
  EXPECT_TRUE(Holds("attribute_exists(nothing) AND attribute_not_exists(li[4294967294])"));
}

TEST(ConditionTest, BetweenIncludesItsBounds) {
  EXPECT_TRUE(Holds("n BETWEEN :a AND :b", {{":a", N("10")}, {":b", N("10")}}));
  EXPECT_FALSE(Holds("n BETWEEN :a AND :b", {{":a", N("10.1")}, {":b", N("11")}}));
  EXPECT_TRUE(Holds(":v BETWEEN neg AND n", {{":v", N("0")}}));
  EXPECT_TRUE(Holds("n BETWEEN :a AND :b AND s = t", {{":a", N("1")}, {":b", N("20")}}));
}

TEST(ConditionTest, InComparesWithEachOperand) {
  EXPECT_TRUE(Holds("n IN (:a, :b)", {{":a", S("10")}, {":b", N("10")}}));
  EXPECT_FALSE(Holds("n IN (:a, gone1)", {{":a", S("10")}}));
  EXPECT_TRUE(Holds("s in (t)"));
}

TEST(ConditionTest, ContainsLooksForPartsAndElements) {
  EXPECT_TRUE(Holds("contains(s, :v)", {{":v", S("ell")}}));
  EXPECT_TRUE(Holds("contains(s, :v)", {{":v", S("")}}));
  EXPECT_FALSE(Holds("contains(s, :v)", {{":v", N("1")}}));
  EXPECT_TRUE(Holds("contains(b, :v)", {{":v", B("\xff")}}));
  EXPECT_TRUE(Holds("contains(ss, :v)", {{":v", S("a")}}));
  EXPECT_FALSE(Holds("contains(ss, :v)", {{":v", SS({"a"})}}));
  EXPECT_TRUE(Holds("contains(ns, :v)", {{":v", N("2.5")}}));
  EXPECT_TRUE(Holds("contains(bs, :v)", {{":v", B("x")}}));
  EXPECT_TRUE(Holds("contains(li, :v)", {{":v", M({{"k", S("v")}})}}));
  EXPECT_FALSE(Holds("contains(li, :v)", {{":v", S("1")}}));
  EXPECT_FALSE(Holds("contains(m, :v)", {{":v", S("x")}}));
  EXPECT_FALSE(Holds("contains(n, :v)", {{":v", N("1")}}));
  EXPECT_TRUE(Holds("contains(:v, s)", {{":v", S("say hello")}}));
}

TEST(ConditionTest, BeginsWithTakesStringsAndBinaries) {
  EXPECT_TRUE(Holds("begins_with(s, :v)", {{":v", S("he")}}));
  EXPECT_TRUE(Holds("begins_with(s, t)"));
  EXPECT_FALSE(Holds("begins_with(s, :v)", {{":v", S("hello!")}}));
  EXPECT_TRUE(Holds("begins_with(b, :v)", {{":v", B("\x01")}}));
  EXPECT_FALSE(Holds("begins_with(b, :v)", {{":v", S("\x01")}}));
  EXPECT_FALSE(Holds("begins_with(n, :v)", {{":v", S("1")}}));
}

TEST(ConditionTest, SizeCountsWhatTheTypeHas) {
  const auto size = [](std::string_view path, const std::string& expected) {
    return Holds("size(" + std::string(path) + ") = :v", {{":v", N(expected)}});
  };
  EXPECT_TRUE(size("s", "5"));
  EXPECT_TRUE(size("blank", "0"));
  EXPECT_TRUE(size("wide", "3"));  // UTF-16 units
  EXPECT_TRUE(size("b", "3"));
  EXPECT_TRUE(size("ss", "2"));
  EXPECT_TRUE(size("ns", "2"));
  EXPECT_TRUE(size("bs", "1"));
  EXPECT_TRUE(size("li", "4"));
  EXPECT_TRUE(size("m", "2"));
  EXPECT_TRUE(size("m.y.z", "3"));
  EXPECT_FALSE(Holds("size(n) >= :v OR size(yes) >= :v OR size(nothing) >= :v", {{":v", N("0")}}));
  EXPECT_TRUE(Holds("size(:v) = size(s)", {{":v", S("abcde")}}));
  EXPECT_TRUE(Holds("size(s) BETWEEN :a AND :b", {{":a", N("5")}, {":b", N("6")}}));
}

TEST(ConditionTest, AttributeTypeNamesEachType) {
  const std::initializer_list<std::pair<std::string_view, std::string_view>> types = {
      {"s", "S"},   {"n", "N"},  {"b", "B"}, {"ss", "SS"},    {"ns", "NS"},
      {"bs", "BS"}, {"li", "L"}, {"m", "M"}, {"yes", "BOOL"}, {"nothing", "NULL"}};
  for (const auto& [path, type] : types) {
    const std::string text = "attribute_type(" + std::string(path) + ", :t)";
    EXPECT_TRUE(Holds(text, {{":t", S(std::string(type))}})) << path;
    EXPECT_FALSE(Holds(text, {{":t", S(type == "S" ? "N" : "S")}})) << path;
  }
}

TEST(ConditionTest, NotBindsTighterThanAndThanOr) {
  const auto holds = [](std::string_view text) {
    return Holds(text, {{":t", S("hello")}, {":f", S("x")}});
  };
  EXPECT_TRUE(holds("s = :t OR s = :f AND s = :f"));
  EXPECT_FALSE(holds("(s = :t OR s = :f) AND s = :f"));
  EXPECT_FALSE(holds("NOT s = :t OR s = :f"));
  EXPECT_TRUE(holds("NOT s = :f AND s = :t"));
  EXPECT_FALSE(holds("NOT (s = :f OR s = :t)"));
  EXPECT_TRUE(holds("NOT NOT s = :t"));
  EXPECT_FALSE(holds("NOT NOT NOT s = :t"));
  EXPECT_TRUE(holds("s = :f or not s = :f and s = :t"));
}

TEST(ConditionTest, ParenthesesMayHoldOperands) {
  EXPECT_TRUE(Holds("(s) = (:v)", {{":v", S("hello")}}));
  EXPECT_TRUE(Holds("((size(s)) = :v)", {{":v", N("5")}}));
  EXPECT_TRUE(Holds("(n) BETWEEN (:v) AND (:v)", {{":v", N("10")}}));
}

TEST(ConditionTest, PathsComeInTheOrderOfWriting) {
  Request request({{"#q", "q"}}, {{":v", S("x")}});
  const auto condition =
      Condition::Parse(ExpressionKind::kFilter, "b = :v AND (#q.r[2] = :v OR contains(a, b))",
                       request.substitutions);
  std::vector<std::string> paths;
  for (const DocumentPath& path : condition->Paths()) paths.push_back(ToString(path));
  EXPECT_EQ(paths, (std::vector<std::string>{"[b]", "[q, r, [2]]", "[a]", "[b]"}));
}

TEST(ConditionTest, TheSameTextServesDifferentRequests) {
  for (const std::string value : {"hello", "other", "hello"}) {
    EXPECT_EQ(Holds("#k = :v", {{":v", S(value)}}, {{"#k", "s"}}), value == "hello");
  }
  EXPECT_FALSE(Holds("#k = :v", {{":v", S("hello")}}, {{"#k", "n"}}));
}

TEST(ConditionTest, AnAttributeNameMayLookLikeAPlaceholder) {
  Request request({{"#k", "#k"}}, {{":v", S("x")}});
  const auto condition =
      Condition::Parse(ExpressionKind::kFilter, "#k = :v", request.substitutions);
  EXPECT_TRUE(condition->Matches(Map({{"#k", S("x")}})));
}

}  // namespace
}  // namespace trestle
