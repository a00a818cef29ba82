#include "expression/update.h"

#include <gtest/gtest.h>

#include "expression/projection.h"
#include "expression/values_for_test.h"

namespace trestle {
namespace {

using namespace testing_values;

Result<Item> Applied(std::string_view text, Members values, const Item& before,
                     Update::Image image = Update::Image::kStored) {
  Request request({{"#odd", "odd name"}}, values);
  const auto update = Update::Parse(text, request.substitutions);
  EXPECT_TRUE(update) << text << ": " << update.error().message;
  return update->Apply(before, image);
}

Item After(std::string_view text, Members values, const Item& before) {
  const auto item = Applied(text, values, before);
  EXPECT_TRUE(item) << text << ": " << item.error().message;
  return item ? *item : Item();
}

std::string ErrorOf(std::string_view text, Members values, const Item& before) {
  const auto item = Applied(text, values, before);
  return item ? "" : item.error().message;
}

constexpr std::string_view kBadPath =
    "The document path provided in the update expression is invalid for update";
constexpr std::string_view kMissing =
    "The provided expression refers to an attribute that does not exist in the item";
constexpr std::string_view kBadType =
    "An operand in the update expression has an incorrect data type";

TEST(UpdateTest, ADefaultUpdateChangesNothing) {
  EXPECT_TRUE(Update().IsEmpty());
  EXPECT_EQ(*Update().Apply(Map({{"a", S("x")}})), Map({{"a", S("x")}}));
  EXPECT_TRUE(Update().Targets().empty());
}

TEST(UpdateTest, SetReplacesAndAdds) {
  EXPECT_EQ(After("SET a = :v, b = :v", {{":v", N("2")}}, Map({{"a", S("x")}, {"k", S("k")}})),
            Map({{"a", N("2")}, {"b", N("2")}, {"k", S("k")}}));
  EXPECT_EQ(After("SET #odd = a", {}, Map({{"a", S("x")}})),
            Map({{"a", S("x")}, {"odd name", S("x")}}));
}

TEST(UpdateTest, EveryOperandReadsTheItemAsItWas) {
  EXPECT_EQ(After("SET a = b, b = a", {}, Map({{"a", N("1")}, {"b", N("2")}})),
            Map({{"a", N("2")}, {"b", N("1")}}));
  EXPECT_EQ(After("REMOVE a SET b = a ADD c :n", {{":n", N("1")}}, Map({{"a", N("1")}})),
            Map({{"b", N("1")}, {"c", N("1")}}));
  EXPECT_EQ(ErrorOf("SET a = :v, b = a", {{":v", N("1")}}, Item()), kMissing);
}

TEST(UpdateTest, AddsAndSubtractsNumbers) {
  const Item before = Map({{"n", N("10")}, {"s", S("x")}});
  EXPECT_EQ(After("SET n = n + :v", {{":v", N("0.5")}}, before),
            Map({{"n", N("10.5")}, {"s", S("x")}}));
  EXPECT_EQ(After("SET n = :v - n", {{":v", N("1")}}, before),
            Map({{"n", N("-9")}, {"s", S("x")}}));
  EXPECT_EQ(After("SET n = (if_not_exists(q, :v) + :v)", {{":v", N("1")}}, before),
            Map({{"n", N("2")}, {"s", S("x")}}));
  EXPECT_EQ(ErrorOf("SET n = n + s", {}, before), kBadType);
  EXPECT_EQ(ErrorOf("SET n = n + q", {}, before), kMissing);
  EXPECT_EQ(ErrorOf("SET n = q + s", {}, before), kMissing);
  EXPECT_EQ(ErrorOf("SET n = if_not_exists(s, :v) + :v", {{":v", N("1")}}, before), kBadType);
  EXPECT_NE(ErrorOf("SET n = n + :v", {{":v", N("1e60")}}, before), "");
}

TEST(UpdateTest, IfNotExistsReadsOnlyWhatItNeeds) {
  const Item before = Map({{"a", S("old")}, {"m", M({{"x", N("1")}})}});
  EXPECT_EQ(After("SET a = if_not_exists(a, :v)", {{":v", S("new")}}, before), before);
  EXPECT_EQ(*After("SET b = if_not_exists(m.y, m.x)", {}, before).Find("b"), N("1"));
  EXPECT_EQ(After("SET a = if_not_exists(a, gone1)", {}, before), before);
  EXPECT_EQ(ErrorOf("SET a = if_not_exists(gone1, gone2)", {}, before), kMissing);
}

TEST(UpdateTest, ListAppendJoinsInTheOrderOfItsOperands) {
  const Item before = Map({{"l", L({S("a")})}, {"s", S("x")}});
  EXPECT_EQ(*After("SET l = list_append(l, :v)", {{":v", L({S("b")})}}, before).Find("l"),
            L({S("a"), S("b")}));
  EXPECT_EQ(*After("SET l = list_append(:v, l)", {{":v", L({S("b")})}}, before).Find("l"),
            L({S("b"), S("a")}));
  EXPECT_EQ(*After("SET l = list_append(l, l)", {}, before).Find("l"), L({S("a"), S("a")}));
  EXPECT_EQ(*After("SET q = list_append(if_not_exists(q, :e), :v)",
                   {{":v", L({S("b")})}, {":e", L({})}}, before)
                 .Find("q"),
            L({S("b")}));
  EXPECT_EQ(ErrorOf("SET l = list_append(l, s)", {}, before), kBadType);
  EXPECT_EQ(ErrorOf("SET l = list_append(l, q)", {}, before), kMissing);
}

TEST(UpdateTest, SetReachesOnlyIntoWhatIsThere) {
  const Item before = Map({{"m", M({{"x", M({})}})}, {"l", L({S("a"), M({})})}, {"s", S("x")}});
  EXPECT_EQ(*After("SET m.x.y = :v, l[1].k = :v, m.z = :v", {{":v", N("1")}}, before).Find("m"),
            M({{"x", M({{"y", N("1")}})}, {"z", N("1")}}));
  for (const std::string_view path :
       {"q.x", "m.q.x", "m[0]", "l.x", "s.x", "s[0]", "q[0]", "l[5].x", "m.x.y.z"}) {
    EXPECT_EQ(ErrorOf("SET " + std::string(path) + " = :v", {{":v", N("1")}}, before), kBadPath)
        << path;
  }
}

TEST(UpdateTest, AnIndexPastTheEndAppends) {
  const Item before = Map({{"l", L({S("a"), S("b")})}, {"e", L({})}});
  EXPECT_EQ(*After("SET l[10] = :v", {{":v", S("c")}}, before).Find("l"),
            L({S("a"), S("b"), S("c")}));
  EXPECT_EQ(*After("SET l[2000000000] = :v", {{":v", S("c")}}, before).Find("l"),
            L({S("a"), S("b"), S("c")}));
  EXPECT_EQ(*After("SET e[0] = :v", {{":v", S("c")}}, before).Find("e"), L({S("c")}));
  EXPECT_EQ(*After("SET l[9] = :x, l[10] = :z, l[1] = :y, l[2] = :w",
                   {{":w", S("w")}, {":x", S("x")}, {":y", S("y")}, {":z", S("z")}}, before)
                 .Find("l"),
            L({S("a"), S("y"), S("w"), S("x"), S("z")}));
}

TEST(UpdateTest, RemoveTakesAttributesMembersAndElements) {
  const Item before =
      Map({{"a", S("x")}, {"m", M({{"x", N("1")}})}, {"l", L({S("0"), S("1"), S("2"), S("3")})}});
  EXPECT_FALSE(After("REMOVE a, gone1", {}, before).Contains("a"));
  EXPECT_EQ(*After("REMOVE m.x, m.y", {}, before).Find("m"), M({}));
  EXPECT_EQ(*After("REMOVE l[0], l[2]", {}, before).Find("l"), L({S("1"), S("3")}));
  EXPECT_EQ(*After("REMOVE l[3], l[1], l[7]", {}, before).Find("l"), L({S("0"), S("2")}));
  EXPECT_EQ(*After("REMOVE l[0] SET l[1] = :v, l[9] = :w", {{":v", S("v")}, {":w", S("w")}}, before)
                 .Find("l"),
            L({S("v"), S("2"), S("3"), S("w")}));
  EXPECT_EQ(*After("SET l[9] = :v REMOVE l[4]", {{":v", S("v")}}, before).Find("l"),
            L({S("0"), S("1"), S("2"), S("3"), S("v")}));
  for (const std::string_view path : {"gone1.x", "a.x", "m[0]", "l.x", "m.y.z", "l[9].x"}) {
    EXPECT_EQ(ErrorOf("REMOVE " + std::string(path), {}, before), kBadPath) << path;
  }
}

TEST(UpdateTest, RemoveBelowNothingIsNoErrorWhereThereWasNoItem) {
  const auto item = Applied("REMOVE x.y", {}, Map({{"k", S("k")}}), Update::Image::kAbsent);
  EXPECT_EQ(*item, Map({{"k", S("k")}}));
  EXPECT_FALSE(
      Applied("SET x.y = :v", {{":v", N("1")}}, Map({{"k", S("k")}}), Update::Image::kAbsent));
}

TEST(UpdateTest, AddSumsNumbersAndUnitesSets) {
  const Item before =
      Map({{"n", N("1")}, {"ss", SS({"a"})}, {"m", M({{"n", N("5")}})}, {"l", L({N("1")})}});
  EXPECT_EQ(*After("ADD n :v", {{":v", N("-2")}}, before).Find("n"), N("-1"));
  EXPECT_EQ(*After("ADD q :v", {{":v", N("7")}}, before).Find("q"), N("7"));
  EXPECT_EQ(*After("ADD ss :v", {{":v", SS({"b", "a"})}}, before).Find("ss"), SS({"a", "b"}));
  EXPECT_EQ(*After("ADD q :v", {{":v", NS({"1"})}}, before).Find("q"), NS({"1"}));
  EXPECT_EQ(*After("ADD m.n :v, l[0] :v, m.o :v", {{":v", N("1")}}, before).Find("m"),
            M({{"n", N("6")}, {"o", N("1")}}));
  EXPECT_EQ(ErrorOf("ADD ss :v", {{":v", N("1")}}, before), kBadType);
  EXPECT_EQ(ErrorOf("ADD n :v", {{":v", SS({"b"})}}, before), kBadType);
  EXPECT_EQ(ErrorOf("ADD ss :v", {{":v", NS({"1"})}}, before), kBadType);
  EXPECT_EQ(ErrorOf("ADD q.n :v", {{":v", N("1")}}, before), kBadPath);
}

TEST(UpdateTest, DeleteTakesElementsAndEmptySets) {
  const Item before = Map(
      {{"ss", SS({"a", "b"})}, {"bs", BS({"x"})}, {"n", N("1")}, {"l", L({SS({"a"}), S("k")})}});
  EXPECT_EQ(*After("DELETE ss :v", {{":v", SS({"b", "c"})}}, before).Find("ss"), SS({"a"}));
  EXPECT_FALSE(After("DELETE ss :v", {{":v", SS({"a", "b"})}}, before).Contains("ss"));
  EXPECT_FALSE(After("DELETE bs :v", {{":v", BS({"x"})}}, before).Contains("bs"));
  EXPECT_EQ(After("DELETE q :v", {{":v", SS({"a"})}}, before), before);
  EXPECT_EQ(*After("DELETE l[0] :v", {{":v", SS({"a"})}}, before).Find("l"), L({S("k")}));
  EXPECT_EQ(ErrorOf("DELETE n :v", {{":v", SS({"a"})}}, before), kBadType);
  EXPECT_EQ(ErrorOf("DELETE ss :v", {{":v", NS({"1"})}}, before), kBadType);
  EXPECT_EQ(ErrorOf("DELETE q.x :v", {{":v", SS({"a"})}}, before), kBadPath);
}

TEST(UpdateTest, TargetsTellWhatChanged) {
  Request request({{":v", N("1")}, {":s", SS({"a"})}});
  const auto update =
      Update::Parse("SET a.b = :v REMOVE c, d[0] ADD e :v DELETE f :s", request.substitutions);
  std::vector<std::string> targets;
  for (const DocumentPath& path : update->Targets()) targets.push_back(ToString(path));
  EXPECT_EQ(targets, (std::vector<std::string>{"[a, b]", "[c]", "[d, [0]]", "[e]", "[f]"}));
}

// UPDATED_OLD and UPDATED_NEW read the targets, indexes as written, in the item before and after.
TEST(UpdateTest, ChangedFragmentsCanBeShown) {
  const Item before = Map({{"k", S("k")},
                           {"a", M({{"b", N("1")}, {"c", N("1")}})},
                           {"l", L({N("0"), N("1"), N("2")})}});
  struct Case {
    std::string_view text;
    Item old_fragments;
    Item new_fragments;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"SET a.b = :v", Map({{"a", M({{"b", N("1")}})}}), Map({{"a", M({{"b", N("9")}})}})},
           {"SET l[1] = :v", Map({{"l", L({N("1")})}}), Map({{"l", L({N("9")})}})},
           {"SET l[3] = :v", Item(), Map({{"l", L({N("9")})}})},
           {"SET l[8] = :v", Item(), Item()},
           {"SET q = :v", Item(), Map({{"q", N("9")}})},
           {"REMOVE l[0]", Map({{"l", L({N("0")})}}), Map({{"l", L({N("1")})}})},
           {"REMOVE a", Map({{"a", M({{"b", N("1")}, {"c", N("1")}})}}), Item()},
       }) {
    Request request({{":v", N("9")}});
    const auto update = Update::Parse(c.text, request.substitutions);
    const Projection targets = Projection::OfPaths(update->Targets());
    EXPECT_EQ(targets.Apply(before), c.old_fragments) << c.text;
    EXPECT_EQ(targets.Apply(*update->Apply(before)), c.new_fragments) << c.text;
  }
}

}  // namespace
}  // namespace trestle
