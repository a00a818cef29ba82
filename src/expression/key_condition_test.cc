#include "expression/key_condition.h"

#include <gtest/gtest.h>

#include "expression/values_for_test.h"

namespace trestle {
namespace {

using namespace testing_values;

const KeySchema kHashOnly{.hash = {{"pk", AttributeType::kString}}, .range = {}};
const KeySchema kSimple{.hash = {{"pk", AttributeType::kString}},
                        .range = {{"sk", AttributeType::kString}}};
const KeySchema kComposite{.hash = {{"h1", AttributeType::kString}, {"h2", AttributeType::kNumber}},
                           .range = {{"r1", AttributeType::kString},
                                     {"r2", AttributeType::kNumber},
                                     {"r3", AttributeType::kString}}};

Result<KeySelection> Selected(std::string_view text, const KeySchema& schema, Members more = {}) {
  Request request({{"#pk", "pk"}, {"#d", "sk"}}, {{":a", S("a")},
                                                  {":b", S("b")},
                                                  {":n", N("1")},
                                                  {":m", N("2")},
                                                  {":bin", B("x")},
                                                  {":e", S("")},
                                                  {":eb", B("")},
                                                  {":bool", Bool(true)}});
  for (const auto& [name, value] : more) request.values.Set(name, value);
  TRESTLE_TRY(const KeyCondition condition, KeyCondition::Parse(text, request.substitutions));
  return Select(condition, schema);
}

std::string ErrorOf(std::string_view text, const KeySchema& schema = kSimple, Members more = {}) {
  const auto selection = Selected(text, schema, more);
  return selection ? "" : selection.error().message;
}

TEST(KeyConditionTest, SelectsAPartition) {
  const auto selection = Selected("pk = :a", kSimple);
  EXPECT_EQ(selection->hash, std::vector{S("a")});
  EXPECT_TRUE(selection->range_prefix.empty());
  EXPECT_FALSE(selection->last);
}

TEST(KeyConditionTest, EqualityOnTheSortKeyIsAPrefix) {
  for (const std::string_view text :
       {"pk = :a AND sk = :b", "sk = :b and pk = :a", "(pk = :a) AND (sk = :b)",
        "(pk = :a AND sk = :b)", ":b = sk AND :a = #pk", "(#pk) = :a AND #d = (:b)"}) {
    const auto selection = Selected(text, kSimple);
    ASSERT_TRUE(selection) << text << ": " << selection.error().message;
    EXPECT_EQ(selection->hash, std::vector{S("a")}) << text;
    EXPECT_EQ(selection->range_prefix, std::vector{S("b")}) << text;
    EXPECT_FALSE(selection->last) << text;
  }
}

TEST(KeyConditionTest, KnowsEachOperator) {
  struct Case {
    std::string_view text;
    KeyOperator op;
  };
  for (const Case& c :
       std::initializer_list<Case>{{"sk < :b", KeyOperator::kLess},
                                   {"sk <= :b", KeyOperator::kLessOrEqual},
                                   {"sk > :b", KeyOperator::kGreater},
                                   {"sk >= :b", KeyOperator::kGreaterOrEqual},
                                   {":b < sk", KeyOperator::kGreater},
                                   {":b <= sk", KeyOperator::kGreaterOrEqual},
                                   {":b > sk", KeyOperator::kLess},
                                   {":b >= sk", KeyOperator::kLessOrEqual},
                                   {"begins_with(sk, :b)", KeyOperator::kBeginsWith}}) {
    const auto selection = Selected("pk = :a AND " + std::string(c.text), kSimple);
    ASSERT_TRUE(selection) << c.text;
    EXPECT_EQ(selection->last->op, c.op) << c.text;
    EXPECT_EQ(selection->last->operands, std::vector{S("b")}) << c.text;
  }
  const auto between = Selected("pk = :a AND sk BETWEEN :a AND :b", kSimple);
  EXPECT_EQ(between->last->op, KeyOperator::kBetween);
  EXPECT_EQ(between->last->operands, (std::vector{S("a"), S("b")}));
}

TEST(KeyConditionTest, RefusesOperatorsThatNoKeyCanAnswer) {
  const auto invalid = [](std::string_view name) {
    return "Invalid KeyConditionExpression: Invalid operator used in KeyConditionExpression: " +
           std::string(name);
  };
  EXPECT_EQ(ErrorOf("pk = :a OR sk = :b"), invalid("OR"));
  EXPECT_EQ(ErrorOf("pk = :a AND NOT sk = :b"), invalid("NOT"));
  EXPECT_EQ(ErrorOf("NOT NOT pk = :a"), invalid("NOT"));
  EXPECT_EQ(ErrorOf("pk = :a AND sk <> :b"), invalid("<>"));
  EXPECT_EQ(ErrorOf("pk = :a AND sk IN (:a, :b)"), invalid("IN"));
  EXPECT_EQ(ErrorOf("pk = :a AND attribute_exists(sk)"), invalid("attribute_exists"));
  EXPECT_EQ(ErrorOf("pk = :a AND contains(sk, :b)"), invalid("contains"));
  EXPECT_EQ(ErrorOf("pk <> :a OR sk = :b"), invalid("OR"));
  EXPECT_EQ(ErrorOf("sk <> :b AND pk IN (:a)"), invalid("<>"));
}

TEST(KeyConditionTest, RefusesConditionsOfAnotherShape) {
  const auto invalid = [](std::string_view text) {
    return "Invalid KeyConditionExpression: " + std::string(text);
  };
  EXPECT_EQ(ErrorOf(""), invalid("The expression can not be empty;"));
  EXPECT_EQ(ErrorOf("a-b"), invalid(R"(Syntax error; token: "-", near: "a-b")"));
  EXPECT_EQ(ErrorOf("((pk = :a)) AND (sk = :b)"),
            invalid("The expression has redundant parentheses;"));
  EXPECT_EQ(ErrorOf("pk = :a AND key = :b"),
            invalid("Attribute name is a reserved keyword; reserved keyword: key"));
  EXPECT_EQ(
      ErrorOf("pk = :x"),
      invalid(
          "An expression attribute value used in expression is not defined; attribute value: :x"));
  for (const std::string_view text : {"pk.foo = :a", "pk[0] = :a", "pk = :a AND sk.foo = :a",
                                      "pk = :a AND begins_with(sk.foo, :a)",
                                      "pk = :a AND sk.foo BETWEEN :a AND :b", "#pk.foo = :a"}) {
    EXPECT_EQ(ErrorOf(text),
              invalid("KeyConditionExpressions cannot have conditions on nested attributes"))
        << text;
  }
  EXPECT_EQ(ErrorOf("pk = :a AND sk > :a AND #d < :b"),
            invalid("KeyConditionExpressions must only contain one condition per key"));
  EXPECT_EQ(ErrorOf("size(pk) = :n"),
            invalid("KeyConditionExpressions cannot contain nested operations"));
  EXPECT_EQ(ErrorOf("pk = sk"), invalid("Invalid condition in KeyConditionExpression: Multiple "
                                        "attribute names used in one condition"));
  EXPECT_EQ(ErrorOf(":a = :b"),
            invalid("Invalid condition in KeyConditionExpression: No key attribute specified"));
}

TEST(KeyConditionTest, ChecksOperandsBeforeAnySchema) {
  EXPECT_EQ(ErrorOf("q = :a AND begins_with(sk, :n)"),
            "Invalid KeyConditionExpression: Incorrect operand type for operator or function; "
            "operator or function: "
            "begins_with, operand type: N");
  EXPECT_EQ(ErrorOf("q = :a AND sk < :bool"),
            "Invalid KeyConditionExpression: Incorrect operand type for operator or function; "
            "operator or function: <, "
            "operand type: BOOL");
  EXPECT_EQ(ErrorOf("q = :a AND sk BETWEEN :b AND :a"),
            "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be "
            "greater than or equal to "
            "lower bound; lower bound operand: AttributeValue: {S:b}, upper bound operand: "
            "AttributeValue: {S:a}");
}

TEST(KeyConditionTest, HoldsClausesAgainstASimpleKey) {
  EXPECT_EQ(ErrorOf("q = :a"), "Query condition missed key schema element: pk");
  EXPECT_EQ(ErrorOf("sk = :a"), "Query condition missed key schema element: pk");
  EXPECT_EQ(ErrorOf("pk = :a AND q = :b"), "Query condition missed key schema element: sk");
  EXPECT_EQ(ErrorOf("pk = :a AND q = :b", kHashOnly), "Query key condition not supported");
  EXPECT_EQ(ErrorOf("pk > :a"), "Query key condition not supported");
  EXPECT_EQ(ErrorOf("begins_with(pk, :a) AND sk = :b"), "Query key condition not supported");
  EXPECT_EQ(ErrorOf("pk = :a AND sk = :b AND q = :b"), "Conditions can be of length 1 or 2 only");
  constexpr std::string_view kType =
      "One or more parameter values were invalid: Condition parameter type does not match schema "
      "type";
  EXPECT_EQ(ErrorOf("pk = :n"), kType);
  EXPECT_EQ(ErrorOf("pk = :a AND sk > :n"), kType);
  EXPECT_EQ(ErrorOf("pk = :a AND sk = :bool"), kType);
  EXPECT_EQ(ErrorOf("pk = :a AND begins_with(sk, :bin)"), kType);
}

TEST(KeyConditionTest, KeyValuesAreNeitherEmptyNorTooLarge) {
  const KeySchema binary{.hash = {{"pk", AttributeType::kBinary}}, .range = {}};
  constexpr std::string_view kEmpty =
      "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
      "contain an empty ";
  EXPECT_EQ(ErrorOf("pk = :e"), std::string(kEmpty) + "string value. Key: pk");
  EXPECT_EQ(ErrorOf("pk = :a AND sk >= :e"), std::string(kEmpty) + "string value. Key: sk");
  EXPECT_EQ(ErrorOf("pk = :eb", binary), std::string(kEmpty) + "binary value. Key: pk");
  EXPECT_EQ(ErrorOf("pk = :v", kSimple, {{":v", S(std::string(2048, 'x'))}}), "");
  EXPECT_EQ(ErrorOf("pk = :v", kSimple, {{":v", S(std::string(2049, 'x'))}}),
            "One or more parameter values were invalid: Size of hashkey has exceeded the maximum "
            "size limit of2048 "
            "bytes");
  EXPECT_EQ(ErrorOf("pk = :a AND sk < :v", kSimple, {{":v", S(std::string(1024, 'x'))}}), "");
  EXPECT_EQ(ErrorOf("pk = :a AND sk < :v", kSimple, {{":v", S(std::string(1025, 'x'))}}),
            "One or more parameter values were invalid: Aggregated size of all range keys has "
            "exceeded the size limit "
            "of 1024 bytes");
}

TEST(KeyConditionTest, ACompositeKeyNeedsEveryHashAttribute) {
  EXPECT_EQ(ErrorOf("h1 = :a", kComposite),
            "HASH key attributes h2 must have equality conditions specified in the query");
  EXPECT_EQ(ErrorOf("r1 = :a", kComposite),
            "HASH key attributes h1, h2 must have equality conditions specified in the query");
  EXPECT_EQ(ErrorOf("h1 > :a AND h2 = :n", kComposite),
            "HASH key attributes h1 must have equality conditions specified in the query");
  EXPECT_EQ(ErrorOf("h1 = :a AND h2 = :n AND q = :a", kComposite),
            "Query key condition not supported");
}

TEST(KeyConditionTest, ACompositeKeyTakesAPrefixOfRangeAttributes) {
  EXPECT_EQ(ErrorOf("h2 = :n AND h1 = :a", kComposite), "");
  EXPECT_EQ(ErrorOf("r2 > :n AND h2 = :n AND r1 = :a AND h1 = :a", kComposite), "");
  const auto selection =
      Selected("h1 = :a AND h2 = :n AND r3 BETWEEN :a AND :b AND r2 = :m AND r1 = :b", kComposite);
  EXPECT_EQ(selection->hash, (std::vector{S("a"), N("1")}));
  EXPECT_EQ(selection->range_prefix, (std::vector{S("b"), N("2")}));
  EXPECT_EQ(selection->last->attribute, "r3");
  const auto needed = [](std::string_view names, std::string_view because) {
    return "RANGE key attributes " + std::string(names) +
           " must have equality conditions specified in the query because a condition is present "
           "on key attribute " +
           std::string(because);
  };
  EXPECT_EQ(ErrorOf("h1 = :a AND h2 = :n AND r2 = :m", kComposite), needed("r1", "r2"));
  EXPECT_EQ(ErrorOf("h1 = :a AND h2 = :n AND r1 = :a AND r3 = :b", kComposite), needed("r2", "r3"));
  EXPECT_EQ(ErrorOf("h1 = :a AND h2 = :n AND r3 = :b", kComposite), needed("r1, r2", "r3"));
  EXPECT_EQ(ErrorOf("h1 = :a AND h2 = :n AND begins_with(r1, :a) AND r2 = :m", kComposite),
            needed("r1", "r2"));
}

}  // namespace
}  // namespace trestle
