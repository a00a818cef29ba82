#include "operation/parameters.h"

#include <algorithm>

#include "expression/substitution_messages.h"
#include "operation/messages.h"

namespace trestle {
namespace {

constexpr std::string_view kTakesNoValues = "ProjectionExpression";

bool AnyGiven(std::initializer_list<GivenParameter> parameters) {
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const GivenParameter& parameter) { return parameter.given; });
}

void AppendName(std::string& names, std::string_view separator, std::string_view name) {
  if (!names.empty()) names += separator;
  names += name;
}

std::string GivenAmong(std::initializer_list<GivenParameter> parameters) {
  std::string names;
  for (const GivenParameter& parameter : parameters) {
    if (parameter.given) AppendName(names, ", ", parameter.name);
  }
  return names;
}

Status CheckValuesHaveAnExpression(std::initializer_list<GivenParameter> expressions) {
  std::string absent;
  std::size_t count = 0;
  for (const GivenParameter& expression : expressions) {
    if (expression.name == kTakesNoValues) continue;
    if (expression.given) return {};
    AppendName(absent, " and ", expression.name);
    ++count;
  }
  return messages::ValuesWithoutExpression(absent + (count == 1 ? " is null" : " are null"));
}

}  // namespace

Status CheckParameterMix(std::initializer_list<GivenParameter> expressions,
                         std::initializer_list<GivenParameter> legacy,
                         const SubstitutionParameters& substitutions) {
  const bool has_expression = AnyGiven(expressions);
  if (has_expression && AnyGiven(legacy)) {
    return messages::MixedParameters(GivenAmong(legacy), GivenAmong(expressions));
  }
  if (substitutions.names && !has_expression) return messages::NamesWithoutExpression();
  if (substitutions.values) return CheckValuesHaveAnExpression(expressions);
  return {};
}

Result<Substitutions> CheckedSubstitutions(const SubstitutionParameters& parameters) {
  if (parameters.names) TRESTLE_RETURN_IF_ERROR(CheckNameMap(*parameters.names));
  if (parameters.values) {
    TRESTLE_RETURN_IF_ERROR(CheckWellFormed(*parameters.values));
    TRESTLE_RETURN_IF_ERROR(CheckValueMap(**parameters.values));
  }
  return Substitutions(parameters.names ? &*parameters.names : nullptr,
                       parameters.values ? &**parameters.values : nullptr);
}

Status CheckConditionalOperator(const std::optional<ConditionalOperator>& given,
                                std::optional<std::size_t> conditions) {
  if (!given) return {};
  if (conditions.value_or(0) == 0) return messages::ConditionalOperatorAlone();
  if (*conditions == 1) return messages::ConditionalOperatorOverOne();
  return {};
}

Status CheckConditionMix(const ConditionParameters& condition,
                         const SubstitutionParameters& substitutions) {
  return CheckParameterMix({{"ConditionExpression", condition.expression.has_value()}},
                           {{"Expected", condition.expected.has_value()},
                            {"ConditionalOperator", condition.conditional_operator.has_value()}},
                           substitutions);
}

Result<Condition> ParseCondition(const ConditionParameters& parameters,
                                 Substitutions& substitutions) {
  if (parameters.expression) {
    return Condition::Parse(ExpressionKind::kCondition, *parameters.expression, substitutions);
  }
  if (!parameters.expected) {
    TRESTLE_RETURN_IF_ERROR(
        CheckConditionalOperator(parameters.conditional_operator, std::nullopt));
    return Condition();
  }
  TRESTLE_RETURN_IF_ERROR(CheckWellFormed(*parameters.expected));
  const ExpectedMap& expected = **parameters.expected;
  TRESTLE_RETURN_IF_ERROR(
      CheckConditionalOperator(parameters.conditional_operator, expected.size()));
  return ConditionFromExpected(expected,
                               parameters.conditional_operator.value_or(ConditionalOperator::kAnd));
}

Status CheckProjectionMix(const ProjectionParameters& projection,
                          const SubstitutionParameters& substitutions) {
  return CheckParameterMix({{"ProjectionExpression", projection.expression.has_value()}},
                           {{"AttributesToGet", projection.attributes_to_get.has_value()}},
                           substitutions);
}

Result<Projection> ParseProjection(const ProjectionParameters& parameters,
                                   const SubstitutionParameters& substitutions) {
  if (parameters.attributes_to_get) return Projection::FromNames(*parameters.attributes_to_get);
  if (!parameters.expression) return Projection();
  TRESTLE_TRY(Substitutions names, CheckedSubstitutions(substitutions));
  TRESTLE_TRY(Projection projection, Projection::Parse(*parameters.expression, names));
  TRESTLE_RETURN_IF_ERROR(names.CheckAllUsed());
  return projection;
}

}  // namespace trestle
