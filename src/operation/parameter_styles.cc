#include "operation/parameter_styles.h"

#include "expression/substitution_messages.h"
#include "operation/parameter_messages.h"

namespace trestle {
namespace {

void Append(std::string& names, std::string_view name) {
  if (!names.empty()) names.append(", ");
  names.append(name);
}

}  // namespace

ParameterStyles& ParameterStyles::Expression(std::string_view name, bool given) {
  if (given) Append(expressions_, name);
  return *this;
}

ParameterStyles& ParameterStyles::Legacy(std::string_view name, bool given) {
  if (given) Append(legacy_, name);
  return *this;
}

Status ParameterStyles::CheckNotMixed() const {
  if (expressions_.empty() || legacy_.empty()) return {};
  return messages::MixedParameterStyles(legacy_, expressions_);
}

Status CheckSubstitutionMaps(const SubstitutionParameters& substitutions,
                             const SubstitutionUsers& users) {
  if (substitutions.names) {
    if (!users.names) return messages::NamesWithoutExpression();
    TRESTLE_RETURN_IF_ERROR(CheckNameMap(*substitutions.names));
  }
  if (substitutions.values) {
    if (!users.values) return messages::ValuesWithoutExpression(users.no_values);
    TRESTLE_RETURN_IF_ERROR(CheckWellFormed(*substitutions.values));
    TRESTLE_RETURN_IF_ERROR(CheckValueMap(**substitutions.values));
  }
  return {};
}

Substitutions SubstitutionsOf(const SubstitutionParameters& parameters) {
  return Substitutions(parameters.names ? &*parameters.names : nullptr,
                       parameters.values ? &**parameters.values : nullptr);
}

}  // namespace trestle
