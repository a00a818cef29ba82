#include "expression/key_condition.h"

#include <algorithm>

#include "expression/binding.h"
#include "expression/key_condition_messages.h"
#include "expression/operand_check.h"
#include "expression/parser.h"
#include "expression/syntax_cache.h"

namespace trestle {
namespace {

KeyOperator OperatorOf(Operation comparison) {
  switch (comparison) {
    case Operation::kLess:
      return KeyOperator::kLess;
    case Operation::kLessOrEqual:
      return KeyOperator::kLessOrEqual;
    case Operation::kGreater:
      return KeyOperator::kGreater;
    case Operation::kGreaterOrEqual:
      return KeyOperator::kGreaterOrEqual;
    case Operation::kBetween:
      return KeyOperator::kBetween;
    case Operation::kBeginsWith:
      return KeyOperator::kBeginsWith;
    default:
      return KeyOperator::kEqual;
  }
}

// The operator that says the same with its operands exchanged.
KeyOperator Mirrored(KeyOperator op) {
  switch (op) {
    case KeyOperator::kLess:
      return KeyOperator::kGreater;
    case KeyOperator::kLessOrEqual:
      return KeyOperator::kGreaterOrEqual;
    case KeyOperator::kGreater:
      return KeyOperator::kLess;
    case KeyOperator::kGreaterOrEqual:
      return KeyOperator::kLessOrEqual;
    default:
      return op;
  }
}

// Turns a condition into clauses, in the order of writing; the first thing that is no key condition
// is reported.
class ClauseReader {
 public:
  explicit ClauseReader(const Binding& binding) : binding_(binding) {}

  Status Read(const Expression& condition) {
    switch (condition.operation) {
      case Operation::kAnd:
        for (const Expression& operand : condition.operands) TRESTLE_RETURN_IF_ERROR(Read(operand));
        return {};
      case Operation::kEqual:
      case Operation::kLess:
      case Operation::kLessOrEqual:
      case Operation::kGreater:
      case Operation::kGreaterOrEqual:
        return ReadComparison(condition);
      case Operation::kBetween:
      case Operation::kBeginsWith:
        return ReadAttributeFirst(condition);
      default:
        return messages::KeyOperatorInvalid(Spelling(condition.operation));
    }
  }

  std::vector<KeyClause> TakeClauses() { return std::move(clauses_); }

 private:
  Status ReadComparison(const Expression& comparison) {
    TRESTLE_RETURN_IF_ERROR(CheckPlain(comparison));
    const Expression& left = comparison.operands[0];
    const Expression& right = comparison.operands[1];
    const bool left_is_path = left.operation == Operation::kPath;
    const bool right_is_path = right.operation == Operation::kPath;
    if (left_is_path && right_is_path) return messages::KeyConditionOfTwoAttributes();
    if (!left_is_path && !right_is_path) return messages::KeyConditionWithoutAttribute();
    const KeyOperator op = OperatorOf(comparison.operation);
    if (left_is_path) return Add(left, op, {Value(right)});
    return Add(right, Mirrored(op), {Value(left)});
  }

  Status ReadAttributeFirst(const Expression& condition) {
    TRESTLE_RETURN_IF_ERROR(CheckPlain(condition));
    const Expression& first = condition.operands[0];
    if (first.operation != Operation::kPath) {
      return messages::KeyConditionAttributeFirst(Spelling(condition.operation));
    }
    std::vector<AttributeValue> operands;
    for (std::size_t i = 1; i < condition.operands.size(); ++i) {
      if (condition.operands[i].operation == Operation::kPath)
        return messages::KeyConditionOfTwoAttributes();
      operands.push_back(Value(condition.operands[i]));
    }
    return Add(first, OperatorOf(condition.operation), std::move(operands));
  }

  static Status CheckPlain(const Expression& condition) {
    for (const Expression& operand : condition.operands) {
      if (!operand.operands.empty()) return messages::KeyConditionNestedOperation();
    }
    return {};
  }

  Status Add(const Expression& attribute, KeyOperator op, std::vector<AttributeValue> operands) {
    const DocumentPath& path = binding_.paths[attribute.slot];
    if (!path.steps.empty()) return messages::KeyConditionNested();
    const auto same = [&](const KeyClause& clause) { return clause.attribute == path.attribute; };
    if (std::any_of(clauses_.begin(), clauses_.end(), same))
      return messages::KeyConditionRepeated();
    clauses_.push_back(KeyClause{path.attribute, op, std::move(operands)});
    return {};
  }

  const AttributeValue& Value(const Expression& value) const {
    return *binding_.values[value.slot];
  }

  const Binding& binding_;
  std::vector<KeyClause> clauses_;
};

}  // namespace

Result<KeyCondition> KeyCondition::Parse(std::string_view text, Substitutions& substitutions) {
  constexpr ExpressionKind kKind = ExpressionKind::kKeyCondition;
  TRESTLE_TRY(const std::shared_ptr<const ConditionSyntax> syntax,
              CachedSyntax<ConditionSyntax>(text, [&] { return ParseCondition(kKind, text); }));
  Binder binder(kKind, syntax->slots, substitutions);
  TRESTLE_RETURN_IF_ERROR(binder.BindAll(syntax->root));
  const Binding binding = binder.Take();
  TRESTLE_RETURN_IF_ERROR(CheckConditionOperands(kKind, syntax->root, binding));
  return FromTree(syntax->root, binding);
}

Result<KeyCondition> KeyCondition::FromTree(const Expression& condition, const Binding& binding) {
  ClauseReader reader(binding);
  TRESTLE_RETURN_IF_ERROR(reader.Read(condition));
  return KeyCondition{reader.TakeClauses()};
}

}  // namespace trestle
