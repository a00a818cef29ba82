#include "model/condition_value.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "expression/comparison.h"
#include "model/key_text.h"
#include "model/time_value.h"

namespace trestle::model {
namespace {

class Evaluation {
 public:
  Evaluation(const Item& item, const ConditionInput& input) : item_(item), input_(input) {}

  bool Holds(const Condition& condition) const {
    const auto holds = [this](const Condition& part) { return Holds(part); };
    switch (condition.kind) {
      case Condition::Kind::kAnd:
        return std::ranges::all_of(condition.conditions, holds);
      case Condition::Kind::kOr:
        return std::ranges::any_of(condition.conditions, holds);
      case Condition::Kind::kNot:
        return condition.conditions.empty() || !Holds(condition.conditions[0]);
      default:
        return !condition.operands.empty() && Compares(condition);
    }
  }

 private:
  // A value in the item, the condition or the parameters, or one that was made.
  class Value {
   public:
    explicit Value(const AttributeValue* there) : there_(there) {}
    explicit Value(AttributeValue made) : made_(std::move(made)) {}
    const AttributeValue* get() const { return made_ ? &*made_ : there_; }

   private:
    const AttributeValue* there_ = nullptr;
    std::optional<AttributeValue> made_;
  };

  Value ValueOf(const Operand& operand, const Condition& condition) const {
    switch (operand.kind) {
      case Operand::Kind::kAttribute:
        return Value(ValueAt(item_, operand.name));
      case Operand::Kind::kSize: {
        const AttributeValue* value = ValueAt(item_, operand.name);
        const auto size = value == nullptr ? std::nullopt : SizeOf(*value);
        if (!size) return Value(nullptr);
        return Value(AttributeValue::Integer(static_cast<std::int64_t>(*size)));
      }
      case Operand::Kind::kLiteral:
        return Value(&operand.literal);
      case Operand::Kind::kParameter:
        return Value(input_.parameters == nullptr ? nullptr
                                                  : input_.parameters->Find(operand.name));
      case Operand::Kind::kGenerated:
        break;
    }
    if (operand.generated == Generated::kToday) {
      return Value(AttributeValue::String(DateText(input_.now)));
    }
    return Value(TimestampValue(input_.now, StoredBeside(condition)));
  }

  // How the attribute that `now` is compared with is stored.
  Stored StoredBeside(const Condition& condition) const {
    for (const Operand& operand : condition.operands) {
      if (operand.kind != Operand::Kind::kAttribute || input_.entity == nullptr) continue;
      const Attribute* attribute = input_.entity->FindAttribute(operand.name);
      if (attribute != nullptr) return attribute->shape.stored;
    }
    return Stored::kText;
  }

  bool Compares(const Condition& condition) const {
    const Value first = ValueOf(condition.operands[0], condition);
    const AttributeValue* left = first.get();
    switch (condition.kind) {
      case Condition::Kind::kExists:
        return left != nullptr;
      case Condition::Kind::kMissing:
        return left == nullptr;
      case Condition::Kind::kIn:
        return left != nullptr && IsAmong(*left, condition);
      default:
        break;
    }
    if (condition.operands.size() < 2) return false;
    const Value second = ValueOf(condition.operands[1], condition);
    const AttributeValue* right = second.get();
    if (left == nullptr || right == nullptr) return condition.kind == Condition::Kind::kNotEqual;
    switch (condition.kind) {
      case Condition::Kind::kEqual:
        return *left == *right;
      case Condition::Kind::kNotEqual:
        return !(*left == *right);
      case Condition::Kind::kContains:
        return Contains(*left, *right);
      case Condition::Kind::kBeginsWith:
        return BeginsWith(*left, *right);
      default:
        return IsOrdered(*left, *right, condition);
    }
  }

  bool IsAmong(const AttributeValue& left, const Condition& condition) const {
    for (std::size_t i = 1; i < condition.operands.size(); ++i) {
      const Value value = ValueOf(condition.operands[i], condition);
      if (value.get() != nullptr && *value.get() == left) return true;
    }
    return false;
  }

  bool IsOrdered(const AttributeValue& left, const AttributeValue& right,
                 const Condition& condition) const {
    const auto order = Order(left, right);
    if (!order) return false;
    switch (condition.kind) {
      case Condition::Kind::kLess:
        return *order < 0;
      case Condition::Kind::kLessOrEqual:
        return *order <= 0;
      case Condition::Kind::kGreater:
        return *order > 0;
      case Condition::Kind::kGreaterOrEqual:
        return *order >= 0;
      case Condition::Kind::kBetween:
        break;
      default:
        return false;
    }
    if (*order < 0 || condition.operands.size() < 3) return false;
    const Value third = ValueOf(condition.operands[2], condition);
    if (third.get() == nullptr) return false;
    const auto upper = Order(left, *third.get());
    return upper && *upper <= 0;
  }

  const Item& item_;
  const ConditionInput& input_;
};

}  // namespace

bool Matches(const Condition& condition, const Item& item, const ConditionInput& input) {
  return Evaluation(item, input).Holds(condition);
}

}  // namespace trestle::model
