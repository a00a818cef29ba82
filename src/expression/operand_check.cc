#include "expression/operand_check.h"

#include <algorithm>
#include <array>
#include <optional>

#include "expression/comparison.h"
#include "expression/messages.h"
#include "value/base64.h"

namespace trestle {
namespace {

using Type = AttributeType;

constexpr std::size_t kMaxInOperands = 100;

bool IsOrderable(Type type) {
  return type == Type::kString || type == Type::kNumber || type == Type::kBinary;
}
bool IsSet(Type type) {
  return type == Type::kStringSet || type == Type::kNumberSet || type == Type::kBinarySet;
}
bool HasNoSize(Type type) {
  return type == Type::kNumber || type == Type::kBoolean || type == Type::kNull;
}

// As the texts about BETWEEN show a bound.
std::string Describe(const AttributeValue& value) {
  std::string text = "{" + std::string(WireName(value.type())) + ":";
  if (const std::string* string = value.As<std::string>()) text.append(*string);
  if (const Number* number = value.As<Number>()) text.append(number->ToString());
  if (const Binary* binary = value.As<Binary>()) AppendBase64(binary->bytes, text);
  return text.append("}");
}

// As the texts about ADD and DELETE spell a type.
std::string_view FullName(Type type) {
  switch (type) {
    case Type::kString:
      return "STRING";
    case Type::kNumber:
      return "NUMBER";
    case Type::kBinary:
      return "BINARY";
    case Type::kStringSet:
      return "STRING_SET";
    case Type::kNumberSet:
      return "NUMBER_SET";
    case Type::kBinarySet:
      return "BINARY_SET";
    case Type::kMap:
      return "MAP";
    case Type::kList:
      return "LIST";
    case Type::kNull:
      return "NULL";
    case Type::kBoolean:
      return "BOOLEAN";
  }
  return "";
}

class OperandCheck {
 public:
  OperandCheck(ExpressionKind kind, const Binding& binding) : kind_(kind), binding_(binding) {}

  Status CheckAll(const Expression& expression) const {
    for (const Expression& operand : expression.operands)
      TRESTLE_RETURN_IF_ERROR(CheckAll(operand));
    return Check(expression);
  }

  Status CheckSection(std::string_view section, const Expression& value,
                      bool numbers_allowed) const {
    const Type type = *TypeOf(value);
    if (IsSet(type) || (numbers_allowed && type == Type::kNumber)) return {};
    return messages::SectionOperandType(section, FullName(type));
  }

 private:
  Status Check(const Expression& expression) const {
    switch (expression.operation) {
      case Operation::kEqual:
      case Operation::kNotEqual:
        return CheckDistinct(expression);
      case Operation::kLess:
      case Operation::kLessOrEqual:
      case Operation::kGreater:
      case Operation::kGreaterOrEqual:
        TRESTLE_RETURN_IF_ERROR(CheckTypes(expression, IsOrderable));
        return CheckDistinct(expression);
      case Operation::kBetween:
        return CheckBetween(expression);
      case Operation::kIn:
        return CheckIn(expression);
      case Operation::kPlus:
      case Operation::kMinus:
        return CheckTypes(expression, [](Type type) { return type == Type::kNumber; });
      default:
        return CheckFunction(expression);
    }
  }

  Status CheckFunction(const Expression& call) const {
    switch (call.operation) {
      case Operation::kAttributeExists:
      case Operation::kAttributeNotExists:
        TRESTLE_RETURN_IF_ERROR(CheckCount(call, 1));
        return CheckPath(call);
      case Operation::kAttributeType:
        TRESTLE_RETURN_IF_ERROR(CheckCount(call, 2));
        return CheckTypeName(call);
      case Operation::kBeginsWith:
        TRESTLE_RETURN_IF_ERROR(CheckCount(call, 2));
        TRESTLE_RETURN_IF_ERROR(CheckTypes(
            call, [](Type type) { return type == Type::kString || type == Type::kBinary; }));
        return CheckDistinct(call);
      case Operation::kContains:
        TRESTLE_RETURN_IF_ERROR(CheckCount(call, 2));
        TRESTLE_RETURN_IF_ERROR(CheckHasSize(call));
        return CheckDistinct(call);
      case Operation::kSize:
        TRESTLE_RETURN_IF_ERROR(CheckCount(call, 1));
        return CheckHasSize(call);
      case Operation::kIfNotExists:
        TRESTLE_RETURN_IF_ERROR(CheckCount(call, 2));
        return CheckPath(call);
      case Operation::kListAppend:
        TRESTLE_RETURN_IF_ERROR(CheckCount(call, 2));
        return CheckTypes(call, [](Type type) { return type == Type::kList; });
      default:
        return {};
    }
  }

  Status CheckCount(const Expression& call, std::size_t count) const {
    if (call.operands.size() == count) return {};
    return messages::OperandCount(kind_, Spelling(call.operation), call.operands.size());
  }

  Status CheckPath(const Expression& call) const {
    if (call.operands[0].operation == Operation::kPath) return {};
    return messages::PathRequired(kind_, Spelling(call.operation));
  }

  template <class Allowed>
  Status CheckTypes(const Expression& expression, Allowed allowed) const {
    for (const Expression& operand : expression.operands) {
      const std::optional<Type> type = TypeOf(operand);
      if (type && !allowed(*type)) {
        return messages::OperandType(kind_, Spelling(expression.operation), WireName(*type));
      }
    }
    return {};
  }

  // The first operand of size() and contains() must be something that has parts.
  Status CheckHasSize(const Expression& call) const {
    const std::optional<Type> type = TypeOf(call.operands[0]);
    if (!type || !HasNoSize(*type)) return {};
    return messages::OperandType(kind_, Spelling(call.operation), WireName(*type));
  }

  Status CheckTypeName(const Expression& call) const {
    const std::string_view function = Spelling(call.operation);
    const Expression& second = call.operands[1];
    const std::optional<Type> type = TypeOf(second);
    if (!type) return messages::OperandType(kind_, function, "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}");
    const bool is_value = second.operation == Operation::kValue;
    if (!is_value || *type != Type::kString)
      return messages::OperandType(kind_, function, WireName(*type));
    const std::string& name = *binding_.values[second.slot]->As<std::string>();
    if (!TypeNamed(name)) return messages::UnknownTypeName(kind_, name);
    return CheckPath(call);
  }

  Status CheckDistinct(const Expression& expression) const {
    const Expression& first = expression.operands[0];
    if (first.operation != Operation::kPath) return {};
    const DocumentPath& path = binding_.paths[first.slot];
    for (std::size_t i = 1; i < expression.operands.size(); ++i) {
      const Expression& other = expression.operands[i];
      if (other.operation != Operation::kPath || !(binding_.paths[other.slot] == path)) continue;
      return messages::OperandsNotDistinct(kind_, Spelling(expression.operation), ToString(path));
    }
    return {};
  }

  Status CheckBetween(const Expression& between) const {
    TRESTLE_RETURN_IF_ERROR(CheckTypes(between, IsOrderable));
    TRESTLE_RETURN_IF_ERROR(CheckDistinct(between));
    if (between.operands[1].operation != Operation::kValue ||
        between.operands[2].operation != Operation::kValue) {
      return {};
    }
    const AttributeValue& lower = *binding_.values[between.operands[1].slot];
    const AttributeValue& upper = *binding_.values[between.operands[2].slot];
    const auto order = Order(lower, upper);
    if (!order) return messages::BetweenTypesDiffer(kind_, Describe(lower), Describe(upper));
    if (std::is_gt(*order))
      return messages::BetweenBoundsReversed(kind_, Describe(lower), Describe(upper));
    return {};
  }

  Status CheckIn(const Expression& in) const {
    const std::size_t count = in.operands.size() - 1;
    if (count > kMaxInOperands) return messages::TooManyInOperands(kind_, count);
    return CheckDistinct(in);
  }

  std::optional<Type> TypeOf(const Expression& operand) const {
    switch (operand.operation) {
      case Operation::kValue:
        return binding_.values[operand.slot]->type();
      case Operation::kSize:
        return Type::kNumber;
      case Operation::kListAppend:
        return Type::kList;
      default:
        return std::nullopt;
    }
  }

  ExpressionKind kind_;
  const Binding& binding_;
};

}  // namespace

Status CheckConditionOperands(ExpressionKind kind, const Expression& expression,
                              const Binding& binding) {
  return OperandCheck(kind, binding).CheckAll(expression);
}

Status CheckUpdateOperands(const UpdateClause& clause, const Binding& binding) {
  const OperandCheck check(ExpressionKind::kUpdate, binding);
  switch (clause.action) {
    case UpdateAction::kSet:
      return check.CheckAll(clause.value);
    case UpdateAction::kAdd:
      return check.CheckSection("ADD", clause.value, true);
    case UpdateAction::kDelete:
      return check.CheckSection("DELETE", clause.value, false);
    default:
      return {};
  }
}

}  // namespace trestle
