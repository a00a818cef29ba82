#include "expression/update_operand.h"

#include <iterator>

#include "expression/messages.h"

namespace trestle {
namespace {

Result<AttributeValue> IfNotExists(const Expression& call, const Binding& binding,
                                   const Item& before) {
  const AttributeValue* value = Resolve(before, binding.paths[call.operands[0].slot]);
  if (value != nullptr) return *value;
  return EvaluateOperand(call.operands[1], binding, before);
}

Result<AttributeValue> ListAppend(const Expression& call, const Binding& binding,
                                  const Item& before) {
  TRESTLE_TRY(AttributeValue first, EvaluateOperand(call.operands[0], binding, before));
  TRESTLE_TRY(AttributeValue second, EvaluateOperand(call.operands[1], binding, before));
  List* front = first.As<List>();
  List* back = second.As<List>();
  if (front == nullptr || back == nullptr) return messages::UpdateOperandType();
  front->insert(front->end(), std::make_move_iterator(back->begin()),
                std::make_move_iterator(back->end()));
  return first;
}

Result<AttributeValue> Sum(const Expression& sum, const Binding& binding, const Item& before) {
  TRESTLE_TRY(const AttributeValue first, EvaluateOperand(sum.operands[0], binding, before));
  TRESTLE_TRY(const AttributeValue second, EvaluateOperand(sum.operands[1], binding, before));
  const Number* left = first.As<Number>();
  const Number* right = second.As<Number>();
  if (left == nullptr || right == nullptr) return messages::UpdateOperandType();
  TRESTLE_TRY(const Number total,
              sum.operation == Operation::kPlus ? left->Plus(*right) : left->Minus(*right));
  return AttributeValue::Of(total);
}

}  // namespace

Result<AttributeValue> EvaluateOperand(const Expression& expression, const Binding& binding,
                                       const Item& before) {
  switch (expression.operation) {
    case Operation::kValue:
      return *binding.values[expression.slot];
    case Operation::kIfNotExists:
      return IfNotExists(expression, binding, before);
    case Operation::kListAppend:
      return ListAppend(expression, binding, before);
    case Operation::kPlus:
    case Operation::kMinus:
      return Sum(expression, binding, before);
    default:
      break;
  }
  const AttributeValue* value = Resolve(before, binding.paths[expression.slot]);
  if (value == nullptr) return messages::UpdateOperandMissing();
  return *value;
}

}  // namespace trestle
