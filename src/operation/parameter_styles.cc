#include "operation/parameter_styles.h"

#include "base/check.h"
#include "expression/substitution_messages.h"
#include "operation/parameter_messages.h"

namespace trestle {

void ParameterStyles::Names::Add(std::string_view name, bool given) {
  if (!given) return;
  TRESTLE_CHECK(count < kMost);
  names[count++] = name;
}

std::string ParameterStyles::Names::ToString() const {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text.append(i == 0 ? "" : ", ").append(names[i]);
  return text;
}

ParameterStyles& ParameterStyles::Expression(std::string_view name, bool given) {
  expressions_.Add(name, given);
  return *this;
}

ParameterStyles& ParameterStyles::Legacy(std::string_view name, bool given) {
  legacy_.Add(name, given);
  return *this;
}

Status ParameterStyles::CheckNotMixed() const {
  if (expressions_.count == 0 || legacy_.count == 0) return {};
  return messages::MixedParameterStyles(legacy_.ToString(), expressions_.ToString());
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
