#include "expression/legacy.h"

#include <gtest/gtest.h>

#include "expression/values_for_test.h"

namespace trestle {
namespace {

using namespace testing_values;
using Comparison = LegacyComparison;
using Values = std::vector<AttributeValue>;

Item Sample() {
  return Map({{"s", S("hello")},
              {"n", N("5")},
              {"ss", SS({"a"})},
              {"l", L({N("1")})},
              {"yes", Bool(true)},
              {"z", Nul()}});
}

bool Holds(const std::string& attribute, Comparison comparison, Values values) {
  const auto condition = ConditionFromFilter({{attribute, {comparison, std::move(values)}}},
                                             ConditionalOperator::kAnd, "ScanFilter");
  EXPECT_TRUE(condition) << condition.error().message;
  return condition && condition->Matches(Sample());
}

std::string FilterError(Comparison comparison, std::optional<Values> values) {
  const auto condition = ConditionFromFilter({{"a", {comparison, std::move(values)}}},
                                             ConditionalOperator::kAnd, "QueryFilter");
  return condition ? "" : condition.error().message;
}

std::string ExpectedError(const ExpectedAttribute& expected) {
  const auto condition = ConditionFromExpected({{"a", expected}}, ConditionalOperator::kAnd);
  return condition ? "" : condition.error().message;
}

constexpr std::string_view kInvalid = "One or more parameter values were invalid: ";
std::string Invalid(std::string_view text) { return std::string(kInvalid).append(text); }

TEST(LegacyTest, ComparesAsExpressionsDo) {
  EXPECT_TRUE(Holds("s", Comparison::kEq, {S("hello")}));
  EXPECT_FALSE(Holds("n", Comparison::kEq, {S("5")}));
  EXPECT_TRUE(Holds("yes", Comparison::kEq, {Bool(true)}));
  EXPECT_TRUE(Holds("n", Comparison::kNe, {N("6")}));
  EXPECT_TRUE(Holds("gone1", Comparison::kNe, {N("6")}));
  EXPECT_TRUE(Holds("n", Comparison::kLe, {N("5")}));
  EXPECT_FALSE(Holds("n", Comparison::kLt, {N("5")}));
  EXPECT_TRUE(Holds("n", Comparison::kGe, {N("5")}));
  EXPECT_FALSE(Holds("n", Comparison::kGt, {N("5")}));
  EXPECT_TRUE(Holds("n", Comparison::kBetween, {N("5"), N("6")}));
  EXPECT_TRUE(Holds("n", Comparison::kIn, {N("1"), N("5")}));
  EXPECT_TRUE(Holds("s", Comparison::kBeginsWith, {S("he")}));
}

TEST(LegacyTest, NullAsksForAbsence) {
  EXPECT_TRUE(Holds("gone1", Comparison::kNull, {}));
  EXPECT_FALSE(Holds("z", Comparison::kNull, {}));
  EXPECT_TRUE(Holds("z", Comparison::kNotNull, {}));
}

TEST(LegacyTest, ContainsAndItsOpposite) {
  EXPECT_TRUE(Holds("s", Comparison::kContains, {S("ell")}));
  EXPECT_TRUE(Holds("ss", Comparison::kContains, {S("a")}));
  EXPECT_TRUE(Holds("l", Comparison::kContains, {N("1")}));
  EXPECT_TRUE(Holds("s", Comparison::kNotContains, {S("x")}));
  EXPECT_FALSE(Holds("ss", Comparison::kNotContains, {S("a")}));
  EXPECT_FALSE(Holds("gone1", Comparison::kNotContains, {S("a")}));
  EXPECT_FALSE(Holds("gone1", Comparison::kContains, {S("a")}));
}

TEST(LegacyTest, CombinesWithAndOrOr) {
  const LegacyConditionMap filter = {{"s", {Comparison::kEq, Values{S("hello")}}},
                                     {"n", {Comparison::kEq, Values{N("0")}}}};
  EXPECT_FALSE(
      ConditionFromFilter(filter, ConditionalOperator::kAnd, "ScanFilter")->Matches(Sample()));
  EXPECT_TRUE(
      ConditionFromFilter(filter, ConditionalOperator::kOr, "ScanFilter")->Matches(Sample()));
  EXPECT_TRUE(ConditionFromFilter({}, ConditionalOperator::kOr, "ScanFilter")->Matches(Sample()));
  EXPECT_EQ(ConditionFromFilter(filter, ConditionalOperator::kOr, "ScanFilter")->Paths().size(),
            2u);
}

TEST(LegacyTest, ABuiltConditionOwnsItsValues) {
  Condition condition;
  {
    const LegacyConditionMap filter = {
        {"s", {Comparison::kIn, Values{S("a long enough text to live on the heap"), S("hello")}}}};
    condition = *ConditionFromFilter(filter, ConditionalOperator::kAnd, "ScanFilter");
  }
  EXPECT_TRUE(condition.Matches(Sample()));
}

TEST(LegacyTest, CountsArguments) {
  const auto count = [](std::string_view name) {
    return Invalid("Invalid number of argument(s) for the " + std::string(name) +
                   " ComparisonOperator");
  };
  EXPECT_EQ(FilterError(Comparison::kEq, std::nullopt), count("EQ"));
  EXPECT_EQ(FilterError(Comparison::kEq, Values{S("a"), S("b")}), count("EQ"));
  EXPECT_EQ(FilterError(Comparison::kBetween, Values{S("a")}), count("BETWEEN"));
  EXPECT_EQ(FilterError(Comparison::kIn, Values{}), count("IN"));
  EXPECT_EQ(FilterError(Comparison::kNull, Values{S("a")}), count("NULL"));
  EXPECT_EQ(FilterError(Comparison::kNotNull, Values{S("a")}), count("NOT_NULL"));
  EXPECT_EQ(FilterError(Comparison::kNotNull, std::nullopt), "");
}

TEST(LegacyTest, ChecksTypesOfArguments) {
  EXPECT_EQ(FilterError(Comparison::kLe, Values{SS({"a"})}),
            Invalid("ComparisonOperator LE is not valid for SS AttributeValue type"));
  EXPECT_EQ(FilterError(Comparison::kContains, Values{Bool(true)}),
            Invalid("ComparisonOperator CONTAINS is not valid for BOOL AttributeValue type"));
  EXPECT_EQ(FilterError(Comparison::kNotContains, Values{L({})}),
            Invalid("ComparisonOperator NOT_CONTAINS is not valid for L AttributeValue type"));
  EXPECT_EQ(FilterError(Comparison::kBeginsWith, Values{N("1")}),
            Invalid("ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type"));
  EXPECT_EQ(FilterError(Comparison::kIn, Values{M({})}),
            Invalid("ComparisonOperator IN is not valid for M AttributeValue type"));
  EXPECT_EQ(FilterError(Comparison::kBetween, Values{N("1"), S("1")}),
            Invalid("AttributeValues inside AttributeValueList must be of same type"));
  EXPECT_EQ(FilterError(Comparison::kBetween, Values{N("2"), N("1")}),
            "The BETWEEN condition was provided a range where the lower bound is greater than the "
            "upper bound");
  EXPECT_EQ(FilterError(Comparison::kNe, Values{SS({"a"})}), "");
}

TEST(LegacyTest, ExpectedChecksItsParts) {
  EXPECT_EQ(ExpectedError({.exists = true}),
            Invalid("Value must be provided when Exists is true for Attribute: a"));
  EXPECT_EQ(ExpectedError({}),
            Invalid("Value must be provided when Exists is null for Attribute: a"));
  EXPECT_EQ(ExpectedError({.exists = false, .value = S("x")}),
            Invalid("Value cannot be used when Exists is false for Attribute: a"));
  EXPECT_EQ(
      ExpectedError({.exists = true, .comparison = Comparison::kEq, .values = Values{S("x")}}),
      Invalid("Exists and ComparisonOperator cannot be used together for Attribute: a"));
  EXPECT_EQ(
      ExpectedError({.value = S("x"), .comparison = Comparison::kEq, .values = Values{S("x")}}),
      Invalid("Value and AttributeValueList cannot be used together for Attribute: a"));
  EXPECT_EQ(
      ExpectedError({.exists = true, .values = Values{S("x")}}),
      Invalid("AttributeValueList can only be used with a ComparisonOperator for Attribute: a"));
  EXPECT_EQ(
      ExpectedError({.comparison = Comparison::kGt}),
      Invalid(
          "Value or AttributeValueList must be used with ComparisonOperator: GT for Attribute: a"));
  EXPECT_EQ(ExpectedError({.value = S("x"), .comparison = Comparison::kNull}),
            Invalid("Invalid number of argument(s) for the NULL ComparisonOperator"));
}

TEST(LegacyTest, ExpectedHoldsForValuesAndAbsence) {
  const auto holds = [](const std::string& attribute, const ExpectedAttribute& expected) {
    const auto condition =
        ConditionFromExpected({{attribute, expected}}, ConditionalOperator::kAnd);
    EXPECT_TRUE(condition) << condition.error().message;
    return condition && condition->Matches(Sample());
  };
  EXPECT_TRUE(holds("n", {.exists = true, .value = N("5")}));
  EXPECT_TRUE(holds("n", {.value = N("5.0")}));
  EXPECT_FALSE(holds("n", {.value = N("4")}));
  EXPECT_TRUE(holds("gone1", {.exists = false}));
  EXPECT_FALSE(holds("n", {.exists = false}));
  EXPECT_TRUE(holds("n", {.value = N("4"), .comparison = Comparison::kGt}));
  EXPECT_TRUE(holds("n", {.comparison = Comparison::kNotNull}));
}

TEST(LegacyTest, KeyConditionsBecomeClauses) {
  const auto condition =
      KeyConditionFromLegacy({{"sk", {Comparison::kBetween, Values{S("a"), S("b")}}},
                              {"pk", {Comparison::kEq, Values{S("p")}}}});
  ASSERT_TRUE(condition);
  ASSERT_EQ(condition->clauses.size(), 2u);
  EXPECT_EQ(condition->clauses[1].attribute, "sk");
  EXPECT_EQ(condition->clauses[1].op, KeyOperator::kBetween);
  EXPECT_EQ(KeyConditionFromLegacy({}).error().message, "Conditions can be of length 1 or 2 only");
  for (const Comparison comparison : {Comparison::kNe, Comparison::kContains, Comparison::kIn}) {
    EXPECT_EQ(KeyConditionFromLegacy({{"pk", {comparison, Values{S("x")}}}}).error().message,
              "Attempted conditional constraint is not an indexable operation");
  }
  EXPECT_EQ(KeyConditionFromLegacy({{"pk", {Comparison::kEq, Values{}}}}).error().message,
            Invalid("Invalid number of argument(s) for the EQ ComparisonOperator"));
}

TEST(LegacyTest, UpdatesPutAddAndDelete) {
  const auto update = UpdateFromLegacy({{"n", {AttributeAction::kAdd, N("2")}},
                                        {"l", {AttributeAction::kAdd, L({S("x")})}},
                                        {"ss", {AttributeAction::kDelete, SS({"a"})}},
                                        {"s", {AttributeAction::kDelete, std::nullopt}},
                                        {"new", {std::nullopt, S("put")}},
                                        {"yes", {AttributeAction::kPut, Bool(false)}}});
  ASSERT_TRUE(update);
  EXPECT_EQ(*update->Apply(Sample()), Map({{"n", N("7")},
                                           {"l", L({N("1"), S("x")})},
                                           {"new", S("put")},
                                           {"yes", Bool(false)},
                                           {"z", Nul()}}));
  EXPECT_EQ(update->Targets().size(), 6u);
  EXPECT_TRUE(UpdateFromLegacy({})->IsEmpty());
}

TEST(LegacyTest, UpdatesOfMissingAttributes) {
  const auto update = UpdateFromLegacy({{"n", {AttributeAction::kAdd, N("2")}},
                                        {"l", {AttributeAction::kAdd, L({S("x")})}},
                                        {"ss", {AttributeAction::kDelete, SS({"a"})}},
                                        {"s", {AttributeAction::kDelete, std::nullopt}}});
  EXPECT_EQ(*update->Apply(Item()), Map({{"n", N("2")}, {"l", L({S("x")})}}));
}

TEST(LegacyTest, UpdatesCheckTheirTypes) {
  const auto error = [](const AttributeUpdate& update) {
    const auto result = UpdateFromLegacy({{"a", update}});
    return result ? std::string() : result.error().message;
  };
  EXPECT_EQ(error({AttributeAction::kPut, std::nullopt}),
            Invalid("Only DELETE action is allowed when no attribute value is specified"));
  EXPECT_EQ(error({std::nullopt, std::nullopt}),
            Invalid("Only DELETE action is allowed when no attribute value is specified"));
  EXPECT_EQ(error({AttributeAction::kDelete, S("x")}),
            Invalid("DELETE action with value is not supported for the type S"));
  EXPECT_EQ(error({AttributeAction::kAdd, S("x")}),
            Invalid("ADD action is not supported for the type S"));
  EXPECT_EQ(error({AttributeAction::kAdd, M({})}),
            Invalid("ADD action is not supported for the type M"));
  for (const AttributeUpdate& update : {AttributeUpdate{AttributeAction::kAdd, N("1")},
                                        AttributeUpdate{AttributeAction::kDelete, SS({"x"})},
                                        AttributeUpdate{AttributeAction::kAdd, L({})}}) {
    EXPECT_EQ(UpdateFromLegacy({{"s", update}})->Apply(Sample()).error().message,
              "Type mismatch for attribute to update");
  }
}

}  // namespace
}  // namespace trestle
