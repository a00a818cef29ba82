#include "expression/binding.h"

#include "expression/messages.h"

namespace trestle {

Binder::Binder(ExpressionKind kind, const Slots& slots, Substitutions& substitutions)
    : kind_(kind), slots_(slots), substitutions_(substitutions) {
  binding_.paths = slots.paths;
  binding_.values.resize(slots.values.size(), nullptr);
}

Status Binder::BindName(std::string& name) {
  if (name.front() != '#') return {};
  const std::string* defined = substitutions_.Name(name);
  if (defined == nullptr) return messages::NameNotDefined(kind_, name);
  name = *defined;
  return {};
}

Status Binder::BindPath(std::size_t slot) {
  DocumentPath& path = binding_.paths[slot];
  TRESTLE_RETURN_IF_ERROR(BindName(path.attribute));
  for (auto& step : path.steps) {
    if (std::string* name = std::get_if<std::string>(&step))
      TRESTLE_RETURN_IF_ERROR(BindName(*name));
  }
  return {};
}

Status Binder::BindAll(const Expression& expression) {
  if (expression.operation == Operation::kPath) return BindPath(expression.slot);
  if (expression.operation == Operation::kValue) {
    const std::string& placeholder = slots_.values[expression.slot];
    const AttributeValue* value = substitutions_.Value(placeholder);
    if (value == nullptr) return messages::ValueNotDefined(kind_, placeholder);
    binding_.values[expression.slot] = value;
    return {};
  }
  for (const Expression& operand : expression.operands) TRESTLE_RETURN_IF_ERROR(BindAll(operand));
  return {};
}

}  // namespace trestle
