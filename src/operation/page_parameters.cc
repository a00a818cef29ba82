#include "operation/page_parameters.h"

namespace trestle {
namespace {

std::string_view WireName(SelectAttributes select) {
  switch (select) {
    case SelectAttributes::kAllAttributes:
      return "ALL_ATTRIBUTES";
    case SelectAttributes::kAllProjectedAttributes:
      return "ALL_PROJECTED_ATTRIBUTES";
    case SelectAttributes::kSpecificAttributes:
      return "SPECIFIC_ATTRIBUTES";
    case SelectAttributes::kCount:
      return "only the Count";
  }
  return "";
}

Result<Condition> ParseLegacyFilter(const PageParameters& parameters) {
  if (!parameters.legacy_filter) {
    TRESTLE_RETURN_IF_ERROR(
        CheckConditionalOperator(parameters.conditional_operator, std::nullopt));
    return Condition();
  }
  TRESTLE_RETURN_IF_ERROR(CheckWellFormed(*parameters.legacy_filter));
  const LegacyConditionMap& filter = **parameters.legacy_filter;
  TRESTLE_RETURN_IF_ERROR(CheckConditionalOperator(parameters.conditional_operator, filter.size()));
  return ConditionFromFilter(
      filter, parameters.conditional_operator.value_or(ConditionalOperator::kAnd),
      parameters.operation == PageOperation::kQuery ? "QueryFilter" : "ScanFilter");
}

Status CheckStartKeyValues(const PageParameters& parameters) {
  if (!parameters.exclusive_start_key) return {};
  const ParsedItem& key = *parameters.exclusive_start_key;
  if (key) return {};
  if (key.error().code != ErrorCode::kValidation) return tl::unexpected(key.error());
  return messages::StartKeyMalformed(key.error().message);
}

}  // namespace

PageParameters ParametersOf(const QueryRequest& request) {
  return {.operation = PageOperation::kQuery,
          .table_name = request.table_name,
          .index_name = request.index_name,
          .filter_expression = request.filter_expression,
          .legacy_filter = request.query_filter,
          .conditional_operator = request.conditional_operator,
          .bound_filter = request.bound_filter,
          .projection = request.projection,
          .select = request.select,
          .limit = request.limit,
          .consistent_read = request.consistent_read,
          .exclusive_start_key = request.exclusive_start_key};
}

PageParameters ParametersOf(const ScanRequest& request) {
  return {.operation = PageOperation::kScan,
          .table_name = request.table_name,
          .index_name = request.index_name,
          .filter_expression = request.filter_expression,
          .legacy_filter = request.scan_filter,
          .conditional_operator = request.conditional_operator,
          .bound_filter = request.bound_filter,
          .projection = request.projection,
          .select = request.select,
          .limit = request.limit,
          .consistent_read = request.consistent_read,
          .exclusive_start_key = request.exclusive_start_key};
}

Status CheckSelect(const PageParameters& parameters) {
  if (!parameters.select) return {};
  const bool has_projection =
      parameters.projection.expression || parameters.projection.attributes_to_get;
  if (*parameters.select == SelectAttributes::kSpecificAttributes) {
    if (!has_projection) return messages::SelectWithoutProjection(parameters.operation);
    return {};
  }
  if (has_projection) {
    const std::string_view given =
        parameters.projection.expression ? "ProjectionExpression" : "AttributesToGet";
    return messages::SelectWithProjection(parameters.operation, given,
                                          WireName(*parameters.select));
  }
  if (*parameters.select == SelectAttributes::kAllProjectedAttributes && !parameters.index_name) {
    return messages::ProjectedAttributesWithoutIndex(parameters.operation);
  }
  return {};
}

bool HasFilter(const PageParameters& parameters) {
  return parameters.filter_expression ||
         (parameters.legacy_filter && !(*parameters.legacy_filter)->empty()) ||
         (parameters.bound_filter && !parameters.bound_filter->IsAlwaysTrue());
}

Result<PageParts> ParseLegacyParts(const PageParameters& parameters) {
  PageParts parts;
  TRESTLE_TRY(parts.filter, ParseLegacyFilter(parameters));
  TRESTLE_RETURN_IF_ERROR(CheckStartKeyValues(parameters));
  if (parameters.projection.attributes_to_get) {
    TRESTLE_TRY(parts.projection, Projection::FromNames(*parameters.projection.attributes_to_get));
  }
  return parts;
}

Status ParseExpressions(const PageParameters& parameters, Substitutions& substitutions,
                        PageParts& parts) {
  if (parameters.bound_filter) parts.filter = *parameters.bound_filter;
  if (parameters.projection.bound) parts.projection = *parameters.projection.bound;
  if (parameters.filter_expression) {
    const ExpressionKind kind = parameters.operation == PageOperation::kQuery
                                    ? ExpressionKind::kFilter
                                    : ExpressionKind::kScanFilter;
    TRESTLE_TRY(parts.filter, Condition::Parse(kind, *parameters.filter_expression, substitutions));
  }
  if (parameters.projection.expression) {
    TRESTLE_TRY(parts.projection,
                Projection::Parse(*parameters.projection.expression, substitutions));
  }
  return substitutions.CheckAllUsed();
}

}  // namespace trestle
