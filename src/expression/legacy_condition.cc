#include "expression/from_tree.h"
#include "expression/key_condition_messages.h"
#include "expression/legacy.h"
#include "expression/legacy_comparison.h"
#include "expression/legacy_messages.h"

namespace trestle {
namespace {

Operation OperationOf(LegacyComparison comparison) {
  switch (comparison) {
    case LegacyComparison::kEq:
      return Operation::kEqual;
    case LegacyComparison::kNe:
      return Operation::kNotEqual;
    case LegacyComparison::kIn:
      return Operation::kIn;
    case LegacyComparison::kLe:
      return Operation::kLessOrEqual;
    case LegacyComparison::kLt:
      return Operation::kLess;
    case LegacyComparison::kGe:
      return Operation::kGreaterOrEqual;
    case LegacyComparison::kGt:
      return Operation::kGreater;
    case LegacyComparison::kBetween:
      return Operation::kBetween;
    case LegacyComparison::kNotNull:
      return Operation::kAttributeExists;
    case LegacyComparison::kNull:
      return Operation::kAttributeNotExists;
    case LegacyComparison::kContains:
    case LegacyComparison::kNotContains:
      return Operation::kContains;
    case LegacyComparison::kBeginsWith:
      return Operation::kBeginsWith;
  }
  return Operation::kEqual;
}

// Writes comparisons down as the expression that says the same.
class ConditionBuilder {
 public:
  explicit ConditionBuilder(ConditionalOperator combine) {
    root_.operation = combine == ConditionalOperator::kAnd ? Operation::kAnd : Operation::kOr;
  }

  void Add(const std::string& attribute, LegacyComparison comparison,
           const std::vector<AttributeValue>& values) {
    Expression expression{OperationOf(comparison), 0, {}};
    expression.operands.push_back(Path(attribute));
    for (const AttributeValue& value : values) {
      expression.operands.push_back(Expression{Operation::kValue, binding_.owned.size(), {}});
      binding_.owned.push_back(value);
    }
    if (comparison == LegacyComparison::kNotContains)
      expression = Missed(attribute, std::move(expression));
    root_.operands.push_back(std::move(expression));
  }

  Condition Build() {
    if (root_.operands.empty()) return Condition();
    for (const AttributeValue& value : binding_.owned) binding_.values.push_back(&value);
    return ConditionFromTree(std::move(root_), std::move(binding_));
  }

 private:
  Expression Path(const std::string& attribute) {
    binding_.paths.push_back(DocumentPath{attribute, {}});
    return Expression{Operation::kPath, binding_.paths.size() - 1, {}};
  }

  // NOT_CONTAINS is false where there is no attribute, as CONTAINS is.
  Expression Missed(const std::string& attribute, Expression contains) {
    Expression exists{Operation::kAttributeExists, 0, {}};
    exists.operands.push_back(Path(attribute));
    Expression negation{Operation::kNot, 0, {}};
    negation.operands.push_back(std::move(contains));
    Expression both{Operation::kAnd, 0, {}};
    both.operands.push_back(std::move(exists));
    both.operands.push_back(std::move(negation));
    return both;
  }

  Expression root_;
  Binding binding_;
};

Status CheckComparison(const std::string& attribute, const ExpectedAttribute& expected) {
  if (expected.exists) return messages::ExpectedExistsAndComparison(attribute);
  const LegacyComparison comparison = *expected.comparison;
  const bool needs_value =
      comparison != LegacyComparison::kNull && comparison != LegacyComparison::kNotNull;
  if (needs_value && !expected.value && !expected.values) {
    return messages::ExpectedComparisonWithoutValue(Spelling(comparison), attribute);
  }
  return {};
}

Status CheckExistence(const std::string& attribute, const ExpectedAttribute& expected) {
  if (expected.values) return messages::ExpectedListWithoutComparison(attribute);
  if (expected.exists == false) {
    if (expected.value) return messages::ExpectedValueOfAbsent(attribute);
    return {};
  }
  if (!expected.value)
    return messages::ExpectedValueMissing(expected.exists ? "true" : "null", attribute);
  return {};
}

std::vector<AttributeValue> ArgumentsOf(const ExpectedAttribute& expected) {
  if (expected.values) return *expected.values;
  if (expected.value) return {*expected.value};
  return {};
}

LegacyComparison ComparisonOf(const ExpectedAttribute& expected) {
  if (expected.comparison) return *expected.comparison;
  return expected.exists == false ? LegacyComparison::kNull : LegacyComparison::kEq;
}

Result<KeyOperator> KeyOperatorOf(LegacyComparison comparison) {
  switch (comparison) {
    case LegacyComparison::kEq:
      return KeyOperator::kEqual;
    case LegacyComparison::kLe:
      return KeyOperator::kLessOrEqual;
    case LegacyComparison::kLt:
      return KeyOperator::kLess;
    case LegacyComparison::kGe:
      return KeyOperator::kGreaterOrEqual;
    case LegacyComparison::kGt:
      return KeyOperator::kGreater;
    case LegacyComparison::kBetween:
      return KeyOperator::kBetween;
    case LegacyComparison::kBeginsWith:
      return KeyOperator::kBeginsWith;
    default:
      return messages::KeyConditionNotIndexable();
  }
}

const std::vector<AttributeValue>& ValuesOf(const LegacyCondition& condition) {
  static const std::vector<AttributeValue> kNone;
  return condition.values ? *condition.values : kNone;
}

}  // namespace

Result<Condition> ConditionFromExpected(const ExpectedMap& expected, ConditionalOperator combine) {
  ConditionBuilder builder(combine);
  for (const auto& [attribute, wanted] : expected) {
    if (wanted.value && wanted.values) return messages::ExpectedValueAndList(attribute);
    TRESTLE_RETURN_IF_ERROR(wanted.comparison ? CheckComparison(attribute, wanted)
                                              : CheckExistence(attribute, wanted));
    const std::vector<AttributeValue> arguments = ArgumentsOf(wanted);
    TRESTLE_RETURN_IF_ERROR(CheckLegacyArguments(ComparisonOf(wanted), arguments));
    builder.Add(attribute, ComparisonOf(wanted), arguments);
  }
  return builder.Build();
}

// None of today's texts names the parameter.
Result<Condition> ConditionFromFilter(const LegacyConditionMap& filter, ConditionalOperator combine,
                                      std::string_view /*parameter*/) {
  ConditionBuilder builder(combine);
  for (const auto& [attribute, condition] : filter) {
    TRESTLE_RETURN_IF_ERROR(CheckLegacyArguments(condition.comparison, ValuesOf(condition)));
    builder.Add(attribute, condition.comparison, ValuesOf(condition));
  }
  return builder.Build();
}

Result<KeyCondition> KeyConditionFromLegacy(const LegacyConditionMap& conditions) {
  if (conditions.empty()) return messages::KeyConditionCount();
  for (const auto& [attribute, condition] : conditions) {
    TRESTLE_RETURN_IF_ERROR(CheckLegacyArguments(condition.comparison, ValuesOf(condition)));
  }
  KeyCondition result;
  for (const auto& [attribute, condition] : conditions) {
    TRESTLE_TRY(const KeyOperator op, KeyOperatorOf(condition.comparison));
    result.clauses.push_back(KeyClause{attribute, op, ValuesOf(condition)});
  }
  return result;
}

}  // namespace trestle
