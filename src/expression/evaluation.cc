#include "expression/evaluation.h"

#include <algorithm>
#include <compare>
#include <optional>

#include "expression/comparison.h"

namespace trestle {
namespace {

class Evaluation {
 public:
  Evaluation(const Binding& binding, const Item& item) : binding_(binding), item_(item) {}

  bool Holds(const Expression& condition) const {
    const auto holds = [this](const Expression& operand) { return Holds(operand); };
    switch (condition.operation) {
      case Operation::kAnd:
        return std::all_of(condition.operands.begin(), condition.operands.end(), holds);
      case Operation::kOr:
        return std::any_of(condition.operands.begin(), condition.operands.end(), holds);
      case Operation::kNot:
        return !Holds(condition.operands[0]);
      case Operation::kAttributeExists:
        return Path(condition.operands[0]) != nullptr;
      case Operation::kAttributeNotExists:
        return Path(condition.operands[0]) == nullptr;
      default:
        return Compares(condition);
    }
  }

 private:
  // A value in the item or the request, or the number that size() made.
  class Operand {
   public:
    explicit Operand(const AttributeValue* value) : value_(value) {}
    explicit Operand(std::size_t size)
        : size_(AttributeValue::Of(Number::FromInteger(static_cast<std::int64_t>(size)))) {}
    const AttributeValue* get() const { return size_ ? &*size_ : value_; }

   private:
    const AttributeValue* value_ = nullptr;
    std::optional<AttributeValue> size_;
  };

  bool Compares(const Expression& condition) const {
    const Operand first = Evaluate(condition.operands[0]);
    const AttributeValue* left = first.get();
    if (condition.operation == Operation::kIn) return left != nullptr && IsAmong(*left, condition);
    const Operand second = Evaluate(condition.operands[1]);
    const AttributeValue* right = second.get();
    if (left == nullptr || right == nullptr) return condition.operation == Operation::kNotEqual;
    switch (condition.operation) {
      case Operation::kEqual:
        return *left == *right;
      case Operation::kNotEqual:
        return !(*left == *right);
      case Operation::kAttributeType:
        return WireName(left->type()) == *right->As<std::string>();
      case Operation::kBeginsWith:
        return BeginsWith(*left, *right);
      case Operation::kContains:
        return Contains(*left, *right);
      case Operation::kBetween:
        return IsBetween(*left, *right, condition.operands[2]);
      default:
        return IsOrdered(condition.operation, Order(*left, *right));
    }
  }

  bool IsAmong(const AttributeValue& left, const Expression& in) const {
    return std::any_of(in.operands.begin() + 1, in.operands.end(),
                       [&](const Expression& candidate) {
                         const Operand operand = Evaluate(candidate);
                         return operand.get() != nullptr && *operand.get() == left;
                       });
  }

  bool IsBetween(const AttributeValue& value, const AttributeValue& lower,
                 const Expression& upper) const {
    const Operand bound = Evaluate(upper);
    return bound.get() != nullptr && IsOrdered(Operation::kGreaterOrEqual, Order(value, lower)) &&
           IsOrdered(Operation::kLessOrEqual, Order(value, *bound.get()));
  }

  static bool IsOrdered(Operation comparison, std::optional<std::strong_ordering> order) {
    if (!order) return false;
    switch (comparison) {
      case Operation::kLess:
        return std::is_lt(*order);
      case Operation::kLessOrEqual:
        return std::is_lteq(*order);
      case Operation::kGreater:
        return std::is_gt(*order);
      default:
        return std::is_gteq(*order);
    }
  }

  Operand Evaluate(const Expression& operand) const {
    if (operand.operation == Operation::kPath) return Operand(Path(operand));
    if (operand.operation == Operation::kValue) return Operand(binding_.values[operand.slot]);
    const Operand sized = Evaluate(operand.operands[0]);  // size(), the only function with a value
    const std::optional<std::size_t> size =
        sized.get() == nullptr ? std::nullopt : SizeOf(*sized.get());
    return size ? Operand(*size) : Operand(nullptr);
  }

  const AttributeValue* Path(const Expression& path) const {
    return Resolve(item_, binding_.paths[path.slot]);
  }

  const Binding& binding_;
  const Item& item_;
};

}  // namespace

bool Holds(const Expression& condition, const Binding& binding, const Item& item) {
  return Evaluation(binding, item).Holds(condition);
}

}  // namespace trestle
