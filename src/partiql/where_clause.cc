#include "partiql/where_clause.h"

#include <algorithm>
#include <array>
#include <compare>

#include "expression/comparison.h"

namespace trestle::partiql {
namespace {

// The parts of a condition that must all hold.
std::vector<const Expression*> PartsOf(const std::optional<Expression>& where) {
  std::vector<const Expression*> parts;
  if (!where) return parts;
  if (where->operation != Operation::kAnd) return {&*where};
  for (const Expression& operand : where->operands) parts.push_back(&operand);
  return parts;
}

class KeyReader {
 public:
  KeyReader(const BoundStatement& statement, const std::string& attribute)
      : statement_(statement), attribute_(attribute) {}

  // The value that the condition says the attribute has, or null.
  const AttributeValue* Equality(const Expression& condition) const {
    if (condition.operation != Operation::kEqual) return nullptr;
    const Expression& left = condition.operands[0];
    const Expression& right = condition.operands[1];
    if (IsAttribute(left) && IsValue(right)) return &statement_.Value(right);
    if (IsAttribute(right) && IsValue(left)) return &statement_.Value(left);
    return nullptr;
  }

  // Whether the condition is one that a key condition can hold, about this attribute.
  bool IsKeyClause(const Expression& condition) const {
    switch (condition.operation) {
      case Operation::kLess:
      case Operation::kLessOrEqual:
      case Operation::kGreater:
      case Operation::kGreaterOrEqual:
        return Compares(condition) ||
               (IsValue(condition.operands[0]) && IsAttribute(condition.operands[1]));
      case Operation::kBetween:
      case Operation::kBeginsWith:
        return Compares(condition);
      default:
        return Equality(condition) != nullptr;
    }
  }

  // The condition that the attribute lies between a lower and an upper bound, if the two are that
  // and in order.
  std::optional<Expression> Between(const Expression& one, const Expression& two) const {
    const Expression* lower = LowerBound(one);
    const Expression* upper = UpperBound(two);
    if (lower == nullptr || upper == nullptr) {
      lower = LowerBound(two);
      upper = UpperBound(one);
    }
    if (lower == nullptr || upper == nullptr) return std::nullopt;
    const auto order = Order(statement_.Value(*lower), statement_.Value(*upper));
    if (!order || std::is_gt(*order)) return std::nullopt;
    const Expression& attribute = IsAttribute(one.operands[0]) ? one.operands[0] : one.operands[1];
    return Expression{Operation::kBetween, 0, {attribute, *lower, *upper}};
  }

  enum class Found { kNothing, kSome, kAll };
  // Adds the values to which the condition restricts the attribute. kAll: it says nothing else.
  Found Collect(const Expression& condition, std::vector<const AttributeValue*>& values) const {
    if (const AttributeValue* value = Equality(condition)) {
      values.push_back(value);
      return Found::kAll;
    }
    switch (condition.operation) {
      case Operation::kIn:
        if (!Compares(condition)) return Found::kNothing;
        for (std::size_t i = 1; i < condition.operands.size(); ++i) {
          values.push_back(&statement_.Value(condition.operands[i]));
        }
        return Found::kAll;
      case Operation::kOr:
        return CollectFromAll(condition, values);
      case Operation::kAnd:
        return CollectFromOne(condition, values);
      default:
        return Found::kNothing;
    }
  }

 private:
  bool IsAttribute(const Expression& operand) const {
    if (operand.operation != Operation::kPath) return false;
    const DocumentPath& path = statement_.Path(operand);
    return path.steps.empty() && path.attribute == attribute_;
  }
  static bool IsValue(const Expression& operand) { return operand.operation == Operation::kValue; }
  // The attribute first, then values.
  bool Compares(const Expression& condition) const {
    return IsAttribute(condition.operands[0]) &&
           std::all_of(condition.operands.begin() + 1, condition.operands.end(), IsValue);
  }

  // The value of a bound, or null.
  const Expression* LowerBound(const Expression& condition) const {
    return BoundIn(condition, {Operation::kGreater, Operation::kGreaterOrEqual},
                   {Operation::kLess, Operation::kLessOrEqual});
  }
  const Expression* UpperBound(const Expression& condition) const {
    return BoundIn(condition, {Operation::kLess, Operation::kLessOrEqual},
                   {Operation::kGreater, Operation::kGreaterOrEqual});
  }
  // `after` are the comparisons with the value on the right, `before` those with it on the left.
  const Expression* BoundIn(const Expression& condition, const std::array<Operation, 2>& after,
                            const std::array<Operation, 2>& before) const {
    const auto is_one_of = [&](const std::array<Operation, 2>& operations) {
      return std::find(operations.begin(), operations.end(), condition.operation) !=
             operations.end();
    };
    if (is_one_of(after) && Compares(condition)) return &condition.operands[1];
    const bool reversed =
        is_one_of(before) && IsValue(condition.operands[0]) && IsAttribute(condition.operands[1]);
    return reversed ? &condition.operands[0] : nullptr;
  }

  Found CollectFromAll(const Expression& alternatives,
                       std::vector<const AttributeValue*>& values) const {
    Found found = Found::kAll;
    for (const Expression& alternative : alternatives.operands) {
      found = std::min(found, Collect(alternative, values));
    }
    return found;
  }

  Found CollectFromOne(const Expression& parts, std::vector<const AttributeValue*>& values) const {
    for (const Expression& part : parts.operands) {
      std::vector<const AttributeValue*> some;
      if (Collect(part, some) == Found::kNothing) continue;
      values.insert(values.end(), some.begin(), some.end());
      return Found::kSome;
    }
    return Found::kNothing;
  }

  const BoundStatement& statement_;
  const std::string& attribute_;
};

std::vector<const AttributeValue*> Distinct(const std::vector<const AttributeValue*>& values) {
  std::vector<const AttributeValue*> distinct;
  for (const AttributeValue* value : values) {
    const auto same = [value](const AttributeValue* other) { return *other == *value; };
    if (std::none_of(distinct.begin(), distinct.end(), same)) distinct.push_back(value);
  }
  return distinct;
}

// Reads between two bounds where one is in the key condition and the other in the filter. What
// they leave out themselves stays with the filter.
void Narrow(const KeyReader& range, Reading& reading) {
  std::vector<Expression>& rest = reading.filter.operands;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    std::optional<Expression> between = range.Between(*reading.range, rest[i]);
    if (!between) continue;
    std::array<Expression, 2> bounds = {*std::move(reading.range), std::move(rest[i])};
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    for (Expression& bound : bounds) {
      const bool exclusive =
          bound.operation == Operation::kLess || bound.operation == Operation::kGreater;
      if (exclusive) rest.push_back(std::move(bound));
    }
    reading.range = *std::move(between);
    return;
  }
}

}  // namespace

std::optional<NamedKey> NamedKeyOf(const BoundStatement& statement, const KeySchema& schema) {
  NamedKey named;
  for (const Expression* part : PartsOf(statement->where)) {
    bool is_key = false;
    for (const auto* attributes : {&schema.hash, &schema.range}) {
      for (const KeyAttribute& attribute : *attributes) {
        const AttributeValue* value = KeyReader(statement, attribute.name).Equality(*part);
        if (value == nullptr || named.key.Contains(attribute.name)) continue;
        named.key.Set(attribute.name, *value);
        is_key = true;
      }
    }
    if (!is_key) named.rest.operands.push_back(*part);
  }
  if (named.key.size() < schema.hash.size() + schema.range.size()) return std::nullopt;
  return named;
}

Reading ReadingOf(const BoundStatement& statement, const KeySchema& schema) {
  const KeyReader hash(statement, schema.hash.front().name);
  Reading reading;
  std::vector<const Expression*> others;
  for (const Expression* part : PartsOf(statement->where)) {
    std::vector<const AttributeValue*> values;
    const auto found =
        reading.partitions ? KeyReader::Found::kNothing : hash.Collect(*part, values);
    if (found != KeyReader::Found::kNothing) reading.partitions = Distinct(values);
    if (found != KeyReader::Found::kAll) others.push_back(part);
  }
  for (const Expression* part : others) {
    const bool in_partition = reading.partitions && !schema.range.empty() && !reading.range;
    if (in_partition && KeyReader(statement, schema.range.front().name).IsKeyClause(*part)) {
      reading.range = *part;
    } else {
      reading.filter.operands.push_back(*part);
    }
  }
  if (reading.range && !reading.filter.operands.empty()) {
    Narrow(KeyReader(statement, schema.range.front().name), reading);
  }
  return reading;
}

}  // namespace trestle::partiql
