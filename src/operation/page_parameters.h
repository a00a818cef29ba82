#pragma once

#include "operation/query.h"
#include "operation/query_messages.h"
#include "operation/scan.h"

namespace trestle {

using messages::PageOperation;

// What Query and Scan have in common, borrowed from the request of either.
struct PageParameters {
  PageOperation operation;
  const std::string& table_name;
  const std::optional<std::string>& index_name;
  const std::optional<std::string>& filter_expression;
  const std::optional<Result<LegacyConditionMap>>& legacy_filter;
  const std::optional<ConditionalOperator>& conditional_operator;
  const std::optional<Condition>& bound_filter;
  const ProjectionParameters& projection;
  std::optional<SelectAttributes> select;
  std::optional<std::int64_t> limit;
  bool consistent_read;
  const std::optional<ParsedItem>& exclusive_start_key;
};

PageParameters ParametersOf(const QueryRequest& request);
PageParameters ParametersOf(const ScanRequest& request);

// That Select, the projection and IndexName go together.
Status CheckSelect(const PageParameters& parameters);

// What the page leaves of its rows, and of each row.
struct PageParts {
  Condition filter;
  Projection projection;
};
// From the legacy parameters, which the service looks at before any expression, as it does at the
// start key's values.
Result<PageParts> ParseLegacyParts(const PageParameters& parameters);
// From FilterExpression and ProjectionExpression.
Status ParseExpressions(const PageParameters& parameters, Substitutions& substitutions,
                        PageParts& parts);
bool HasFilter(const PageParameters& parameters);

}  // namespace trestle
