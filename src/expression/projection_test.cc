#include "expression/projection.h"

#include <gtest/gtest.h>

#include "expression/values_for_test.h"

namespace trestle {
namespace {

using namespace testing_values;

Item Sample() {
  return Map({{"a", S("1")},
              {"b", M({{"c", M({{"d", N("1")}, {"e", N("2")}})}, {"f", L({})}})},
              {"l", L({S("0"), S("1"), M({{"x", S("x")}, {"y", S("y")}, {"z", S("z")}}),
                       L({S("n0"), S("n1")})})},
              {"a.b", S("dotted")}});
}

Item Project(std::string_view text, const NameMap& names = {}) {
  Request request(names, {});
  const auto projection = Projection::Parse(text, request.substitutions);
  EXPECT_TRUE(projection) << projection.error().message;
  if (!projection) return {};
  Item shown = projection->Apply(Sample());
  const EncodedItem stored = EncodedItem::From(Sample());
  EXPECT_EQ(projection->Apply(EncodedItemView(stored)), EncodedItem::From(shown));
  return shown;
}

TEST(ProjectionTest, ADamagedItemIsAnError) {
  Request request({}, {});
  const auto projection = Projection::Parse("a", request.substitutions);
  const EncodedItem stored = EncodedItem::From(Sample());
  EXPECT_TRUE(projection->Apply(EncodedItemView(stored)).has_value());
  EXPECT_FALSE(projection->Apply(EncodedItemView("\xff")).has_value());
}

std::string ErrorOf(std::string_view text) {
  Request request({{"#a", "a"}}, {});
  const auto projection = Projection::Parse(text, request.substitutions);
  return projection ? "" : projection.error().message;
}

TEST(ProjectionTest, ADefaultProjectionIsEverything) {
  EXPECT_TRUE(Projection().IsEverything());
  EXPECT_EQ(Projection().Apply(Sample()), Sample());
  const EncodedItem stored = EncodedItem::From(Sample());
  EXPECT_EQ(Projection().Apply(EncodedItemView(stored)), stored);
}

TEST(ProjectionTest, KeepsWhatItNames) {
  EXPECT_EQ(Project("a"), Map({{"a", S("1")}}));
  EXPECT_EQ(Project("q, a"), Map({{"a", S("1")}}));
  EXPECT_EQ(Project("q"), Item());
  EXPECT_EQ(Project("#d", {{"#d", "a.b"}}), Map({{"a.b", S("dotted")}}));
}

TEST(ProjectionTest, KeepsTheWayToANestedValue) {
  EXPECT_EQ(Project("b.c.d"), Map({{"b", M({{"c", M({{"d", N("1")}})}})}}));
  EXPECT_EQ(Project("b.c.d, b.f, b.c.e"),
            Map({{"b", Sample().Find("b") ? *Sample().Find("b") : Nul()}}));
  EXPECT_EQ(Project("b.q, a"), Map({{"a", S("1")}}));
  EXPECT_EQ(Project("a.b"), Item());
  EXPECT_EQ(Project("b[0], l.x"), Item());
}

TEST(ProjectionTest, ListElementsCloseUpInTheOrderOfTheirIndexes) {
  EXPECT_EQ(Project("l[1], l[0]"), Map({{"l", L({S("0"), S("1")})}}));
  EXPECT_EQ(Project("l[10], l[3][1], l[1]"), Map({{"l", L({S("1"), L({S("n1")})})}}));
  EXPECT_EQ(Project("l[2].z, l[0], l[2].x"),
            Map({{"l", L({S("0"), M({{"x", S("x")}, {"z", S("z")}})})}}));
  EXPECT_EQ(Project("l[7]"), Item());
}

TEST(ProjectionTest, RefusesPathsThatOverlapOrConflict) {
  constexpr std::string_view kOverlap =
      "Invalid ProjectionExpression: Two document paths overlap with each other; must remove or "
      "rewrite one of these "
      "paths; ";
  constexpr std::string_view kConflict =
      "Invalid ProjectionExpression: Two document paths conflict with each other; must remove or "
      "rewrite one of these "
      "paths; ";
  EXPECT_EQ(ErrorOf("a, b, a"), std::string(kOverlap) + "path one: [a], path two: [a]");
  EXPECT_EQ(ErrorOf("a, #a"), std::string(kOverlap) + "path one: [a], path two: [a]");
  EXPECT_EQ(ErrorOf("a, b, a.c"), std::string(kOverlap) + "path one: [a], path two: [a, c]");
  EXPECT_EQ(ErrorOf("a.c[1], q, a.c"),
            std::string(kOverlap) + "path one: [a, c, [1]], path two: [a, c]");
  EXPECT_EQ(ErrorOf("a.c, a[0]"), std::string(kConflict) + "path one: [a, c], path two: [a, [0]]");
  EXPECT_EQ(ErrorOf("a.b, ab, a.c, a[0][1].q, b"),
            std::string(kConflict) + "path one: [a, b], path two: [a, [0], [1], q]");
  EXPECT_EQ(ErrorOf("a.b, a.c, a.bb, ab, b[0], b[1]"), "");
}

TEST(ProjectionTest, RefusesWhatIsNoListOfPaths) {
  EXPECT_EQ(ErrorOf(""), "Invalid ProjectionExpression: The expression can not be empty;");
  EXPECT_EQ(ErrorOf("!!"), R"(Invalid ProjectionExpression: Syntax error; token: "!", near: "!!")");
  EXPECT_EQ(ErrorOf("dummy-id"),
            R"(Invalid ProjectionExpression: Syntax error; token: "-", near: "dummy-id")");
  EXPECT_EQ(
      ErrorOf("#AMZN_MAPPED_2021-03-03"),
      R"(Invalid ProjectionExpression: Syntax error; token: "-", near: "#AMZN_MAPPED_2021-0")");
  EXPECT_EQ(ErrorOf("a,"),
            R"(Invalid ProjectionExpression: Syntax error; token: "<EOF>", near: ",")");
  EXPECT_EQ(ErrorOf("a b"),
            R"(Invalid ProjectionExpression: Syntax error; token: "b", near: "a b")");
  EXPECT_EQ(ErrorOf(":v"),
            R"(Invalid ProjectionExpression: Syntax error; token: ":v", near: ":v")");
  EXPECT_EQ(
      ErrorOf("a, name"),
      "Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword: name");
  EXPECT_EQ(ErrorOf("a[99999999999999]"),
            "Invalid ProjectionExpression: List index is not within the allowable range; index: "
            "[99999999999999]");
  EXPECT_EQ(ErrorOf("a, #q"),
            "Invalid ProjectionExpression: An expression attribute name used in the document path "
            "is not defined; "
            "attribute name: #q");
}

TEST(ProjectionTest, LegacyNamesAreTopLevelAndDistinct) {
  const auto projection = Projection::FromNames({"a.b", "q"});
  EXPECT_EQ(projection->Apply(Sample()), Map({{"a.b", S("dotted")}}));
  EXPECT_EQ(Projection::FromNames({"a", "b", "a"}).error().message,
            "One or more parameter values were invalid: Duplicate value in attribute name: a");
}

TEST(ProjectionTest, PathsOfAnUpdateMayOverlap) {
  const std::vector<DocumentPath> paths = {
      {"b", {"c", "d"}}, {"b", {"c"}}, {"l", {std::size_t{0}}}};
  EXPECT_EQ(Projection::OfPaths(paths).Apply(Sample()),
            Map({{"b", M({{"c", M({{"d", N("1")}, {"e", N("2")}})}})}, {"l", L({S("0")})}}));
}

TEST(ProjectionTest, AColumnIsCalledByItsPathFromTheLastNameOn) {
  const std::vector<DocumentPath> paths = {
      {"a", {}}, {"b", {"c", "d"}}, {"l", {std::size_t{3}, std::size_t{1}}}, {"b", {"q"}}};
  const Projection columns = Projection::OfColumns(paths);
  EXPECT_FALSE(columns.IsEverything());
  EXPECT_EQ(columns.Apply(Sample()), Map({{"a", S("1")}, {"d", N("1")}, {"l[3][1]", S("n1")}}));
}

}  // namespace
}  // namespace trestle
