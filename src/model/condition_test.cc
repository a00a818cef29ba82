#include <gtest/gtest.h>

#include <optional>

#include "base/time_text.h"
#include "model/condition_text.h"
#include "model/condition_value.h"
#include "model/where_text.h"

namespace trestle::model {
namespace {

AttributeValue Text(std::string text) { return AttributeValue::String(std::move(text)); }

std::optional<std::string> ProblemIn(std::string_view text) {
  Problems problems;
  ParseCondition(text, {1, 1}, problems);
  const auto all = std::move(problems).InOrder();
  if (all.empty()) return std::nullopt;
  return std::to_string(all[0].place.column) + ": " + all[0].message;
}

bool Holds(std::string_view text) {
  static const Entity entity{
      .attributes = {
          {.name = "At", .shape = {.type = Type::kTimestamp}},
          {.name = "Seconds", .shape = {.type = Type::kTimestamp, .stored = Stored::kSeconds}}}};
  const Item item{{"N", AttributeValue::Integer(5)},
                  {"S", Text("open")},
                  {"select", Text("reserved")},
                  {"At", Text("2026-01-01T00:00:00.000Z")},
                  {"Seconds", AttributeValue::Integer(1)},
                  {"Flag", AttributeValue::Of(true)},
                  {"Nothing", AttributeValue()},
                  {"Tags", AttributeValue::Of(StringSet({"a", "b"}))},
                  {"M", AttributeValue::Of(AttributeMap{{"X", AttributeValue::Integer(1)}})}};
  const Item parameters{{"least", AttributeValue::Integer(4)}};
  Problems problems;
  const ConditionText parsed = ParseCondition(text, {1, 1}, problems);
  EXPECT_TRUE(problems.empty()) << text;
  return Matches(
      parsed.condition, item,
      {.parameters = &parameters, .entity = &entity, .now = *ParseInstant("2026-11-15T12:00:00Z")});
}

TEST(ConditionTest, ComparesAsTheServiceDoes) {
  EXPECT_TRUE(Holds("N = 5 and S <> 'done'"));
  EXPECT_TRUE(Holds("N between 5 and 6"));
  EXPECT_FALSE(Holds("N between 6 and 7"));
  EXPECT_TRUE(Holds("S in ('done', 'open')"));
  EXPECT_TRUE(Holds("N >= {least} and not N < {least}"));
  EXPECT_FALSE(Holds("N = '5'"));
  EXPECT_TRUE(Holds("Absent <> 1"));
  EXPECT_FALSE(Holds("Absent = 1 or Absent < 1"));
  EXPECT_TRUE(Holds("missing(Absent) AND exists(M.X) and M.X = 1"));
  EXPECT_TRUE(Holds("contains(Tags, 'a') and contains(S, 'pe') and begins_with(S, 'op')"));
  EXPECT_TRUE(Holds("size(Tags) = 2"));
  EXPECT_TRUE(Holds("Flag = true and Nothing = null and select = 'reserved'"));
}

TEST(ConditionTest, BindsAndBeforeOr) {
  EXPECT_TRUE(Holds("N = 5 or N = 6 and N = 7"));
  EXPECT_FALSE(Holds("(N = 5 or N = 6) and N = 7"));
}

TEST(ConditionTest, KnowsHowNowIsStored) {
  EXPECT_TRUE(Holds("At < now and Seconds < now and At < today"));
  EXPECT_FALSE(Holds("At > now or Seconds > now"));
}

TEST(ConditionTest, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(ProblemIn("N = "), "5: expected an attribute, a literal or a {parameter} at the end");
  EXPECT_EQ(ProblemIn("N 5"), "3: expected a comparison before '5'");
  EXPECT_EQ(ProblemIn("N = 'x"), "5: a quote without its end");
  EXPECT_EQ(ProblemIn("N = {x"), "5: a '{' without '}'; a brace that is meant is '{{'");
  EXPECT_EQ(ProblemIn("(N = 5"), "7: expected ')' at the end");
  EXPECT_EQ(ProblemIn("exists(5)"), "8: exists takes the name of an attribute");
  EXPECT_EQ(ProblemIn(""), "1: expected an attribute, a literal or a {parameter} at the end");
  EXPECT_EQ(ProblemIn(std::string(5000, '(')), "34: conditions are nested too deep");
  std::string nots;
  for (int i = 0; i < 5000; ++i) nots += "not ";
  EXPECT_TRUE(ProblemIn(nots));
}

TEST(WhereTest, ReadsKeyTests) {
  Problems problems;
  const auto tests = ParseWhere(
      "PK = CUSTOMER#{c:lower} and begins_with(SK, ORDER#{n:pad(3)}) AND A between {x} and 'b '''",
      {3, 10}, problems);
  ASSERT_TRUE(problems.empty());
  ASSERT_EQ(tests.size(), 3U);
  EXPECT_EQ(tests[0].kind, KeyTest::Kind::kEqual);
  EXPECT_EQ(tests[0].value.text, "CUSTOMER#{c:lower}");
  EXPECT_EQ(tests[1].kind, KeyTest::Kind::kBeginsWith);
  EXPECT_EQ(tests[1].value.parts[1].formats[0].first, 3);
  EXPECT_EQ(tests[2].upper.text, "b '");
  EXPECT_EQ(tests[2].place, (Place{3, 76}));
}

TEST(WhereTest, SaysWhatIsWrongAndWhere) {
  const auto problem = [](std::string_view text) {
    Problems problems;
    EXPECT_TRUE(ParseWhere(text, {1, 1}, problems).empty());
    const auto all = std::move(problems).InOrder();
    return all.empty() ? "" : std::to_string(all[0].place.column) + ": " + all[0].message;
  };
  EXPECT_EQ(problem("PK"), "3: expected =, <, <=, >, >= or between at the end");
  EXPECT_EQ(problem("PK = "), "6: expected a template at the end");
  EXPECT_EQ(problem("PK = A or SK = B"), "8: expected and before 'or'");
  EXPECT_EQ(problem("begins_with(SK, A"), "18: expected ')' at the end");
  EXPECT_EQ(problem("PK = A and"), "11: expected the name of a key attribute at the end");
}

}  // namespace
}  // namespace trestle::model
