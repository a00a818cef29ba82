#include "operation/query.h"

#include "operation/page_reader.h"
#include "operation/parameter_styles.h"

namespace trestle {
namespace {

Status CheckStyles(const QueryRequest& request) {
  ParameterStyles styles;
  styles.Expression("ProjectionExpression", request.projection.expression.has_value())
      .Expression("FilterExpression", request.filter_expression.has_value())
      .Expression("KeyConditionExpression", request.key_condition_expression.has_value())
      .Legacy("AttributesToGet", request.projection.attributes_to_get.has_value())
      .Legacy("QueryFilter", request.query_filter.has_value())
      .Legacy("ConditionalOperator", request.conditional_operator.has_value())
      // KeyConditions may stand beside a filter or projection expression.
      .Legacy("KeyConditions", request.key_conditions && request.key_condition_expression);
  TRESTLE_RETURN_IF_ERROR(styles.CheckNotMixed());
  return CheckSubstitutionMaps(
      request.substitutions,
      {.names = styles.HasExpressions(),
       .values = request.filter_expression || request.key_condition_expression,
       .no_values = "FilterExpression and KeyConditionExpression are null"});
}

Result<KeyCondition> ParseKeyCondition(const QueryRequest& request, Substitutions& substitutions) {
  if (request.key_condition_expression) {
    return KeyCondition::Parse(*request.key_condition_expression, substitutions);
  }
  if (request.bound_key_condition) return *request.bound_key_condition;
  if (!request.key_conditions) return KeyCondition();
  TRESTLE_RETURN_IF_ERROR(CheckWellFormed(*request.key_conditions));
  return KeyConditionFromLegacy(**request.key_conditions);
}

SortBounds BoundsOf(KeyClause&& clause) {
  using Bound = SortBounds::Bound;
  AttributeValue& first = clause.operands.front();
  SortBounds bounds;
  switch (clause.op) {
    case KeyOperator::kEqual:
      bounds.lower = Bound{.value = first};
      bounds.upper = Bound{.value = std::move(first)};
      break;
    case KeyOperator::kLess:
      bounds.upper = Bound{.value = std::move(first), .inclusive = false};
      break;
    case KeyOperator::kLessOrEqual:
      bounds.upper = Bound{.value = std::move(first)};
      break;
    case KeyOperator::kGreater:
      bounds.lower = Bound{.value = std::move(first), .inclusive = false};
      break;
    case KeyOperator::kGreaterOrEqual:
      bounds.lower = Bound{.value = std::move(first)};
      break;
    case KeyOperator::kBetween:
      bounds.lower = Bound{.value = std::move(first)};
      bounds.upper = Bound{.value = std::move(clause.operands.back())};
      break;
    case KeyOperator::kBeginsWith:
      bounds.starts_with = std::move(first);
      break;
  }
  return bounds;
}

// The rows that the key condition selects. A start key must be one of them, or could have been.
Result<KeyRange> SelectedRange(const PageSource& source, KeySelection selection,
                               const std::optional<std::string>& start) {
  PartitionRange partition{.index = source.index, .hash = std::move(selection.hash)};
  if (start && !Holds(RangeOf(*source.table, partition), *start)) {
    return messages::StartKeyInOtherPartition();
  }
  partition.range_prefix = std::move(selection.range_prefix);
  if (selection.last) partition.bounds = BoundsOf(*std::move(selection.last));
  KeyRange range = RangeOf(*source.table, partition);
  if (start && !Holds(range, *start)) return messages::StartKeyOutsideRange();
  return range;
}

Item PartitionKey(const KeySchema& keys, const KeySelection& selection) {
  Item key;
  for (std::size_t i = 0; i < keys.hash.size(); ++i) {
    key.Set(keys.hash[i].name, selection.hash[i]);
  }
  return key;
}

}  // namespace

Result<PageResponse> Query(OperationContext& context, const QueryRequest& request) {
  const PageParameters parameters = ParametersOf(request);
  TRESTLE_RETURN_IF_ERROR(CheckStyles(request));
  TRESTLE_RETURN_IF_ERROR(CheckSelect(parameters));
  PagePlan plan;
  TRESTLE_TRY(plan.parts, ParseLegacyParts(parameters));
  Substitutions substitutions = SubstitutionsOf(request.substitutions);
  TRESTLE_TRY(const KeyCondition key_condition, ParseKeyCondition(request, substitutions));
  TRESTLE_RETURN_IF_ERROR(ParseExpressions(parameters, substitutions, plan.parts));
  if (!request.key_conditions && !request.key_condition_expression &&
      !request.bound_key_condition) {
    return messages::KeyConditionRequired();
  }

  TRESTLE_TRY(PageSource source, FindPageSource(context.catalog, parameters));
  TRESTLE_TRY(plan.rows.start, StartPosition(source, parameters));
  TRESTLE_TRY(KeySelection selection, Select(key_condition, source.keys()));
  TRESTLE_TRY(source.fetches, MustFetch(source, parameters, plan.parts.projection));
  TRESTLE_RETURN_IF_ERROR(CheckFilterAttributes(source, parameters, plan.parts.filter));
  if (context.gate) plan.partition_key = PartitionKey(source.keys(), selection);
  TRESTLE_TRY(plan.range, SelectedRange(source, std::move(selection), plan.rows.start));

  plan.rows.direction = request.scan_index_forward ? Direction::kForward : Direction::kBackward;
  plan.units = QueryUnits;
  Complete(plan, parameters);
  return ReadPage(context, source, plan);
}

}  // namespace trestle
