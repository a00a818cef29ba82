#include "operation/parameters.h"

#include "operation/parameter_messages.h"
#include "operation/parameter_styles.h"

namespace trestle {

Status CheckConditionalOperator(const std::optional<ConditionalOperator>& given,
                                std::optional<std::size_t> conditions) {
  if (!given) return {};
  if (conditions.value_or(0) == 0) return messages::ConditionalOperatorAlone();
  if (*conditions == 1) return messages::ConditionalOperatorOfOne();
  return {};
}

Status CheckConditionStyle(const ConditionParameters& condition,
                           const SubstitutionParameters& substitutions) {
  const bool has_expression = condition.expression.has_value();
  TRESTLE_RETURN_IF_ERROR(
      ParameterStyles()
          .Expression("ConditionExpression", has_expression)
          .Legacy("Expected", condition.expected.has_value())
          .Legacy("ConditionalOperator", condition.conditional_operator.has_value())
          .CheckNotMixed());
  return CheckSubstitutionMaps(substitutions, {.names = has_expression,
                                               .values = has_expression,
                                               .no_values = "ConditionExpression is null"});
}

Result<Condition> ParseCondition(const ConditionParameters& parameters,
                                 Substitutions& substitutions) {
  if (parameters.bound) return *parameters.bound;
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

Status CheckProjectionStyle(const ProjectionParameters& projection,
                            const SubstitutionParameters& substitutions) {
  const bool has_expression = projection.expression.has_value();
  TRESTLE_RETURN_IF_ERROR(ParameterStyles()
                              .Expression("ProjectionExpression", has_expression)
                              .Legacy("AttributesToGet", projection.attributes_to_get.has_value())
                              .CheckNotMixed());
  return CheckSubstitutionMaps(substitutions, {.names = has_expression});
}

Result<Projection> ParseProjection(const ProjectionParameters& parameters,
                                   const SubstitutionParameters& substitutions) {
  if (parameters.bound) return *parameters.bound;
  if (parameters.attributes_to_get) return Projection::FromNames(*parameters.attributes_to_get);
  if (!parameters.expression) return Projection();
  Substitutions names = SubstitutionsOf(substitutions);
  TRESTLE_TRY(Projection projection, Projection::Parse(*parameters.expression, names));
  TRESTLE_RETURN_IF_ERROR(names.CheckAllUsed());
  return projection;
}

}  // namespace trestle
