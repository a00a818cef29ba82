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
  const ProjectionParameters& projection;
  std::optional<SelectAttributes> select;
  std::optional<std::int64_t> limit;
  bool consistent_read;
  const std::optional<ParsedItem>& exclusive_start_key;
};

PageParameters ParametersOf(const QueryRequest& request);
PageParameters ParametersOf(const ScanRequest& request);

// What the request alone can get wrong, before any expression is parsed.
Status CheckPageParameters(const PageParameters& parameters);

// The filter and the projection that the request asks for.
Result<Condition> ParseFilter(const PageParameters& parameters, Substitutions& substitutions);
Result<Projection> ParsePageProjection(const PageParameters& parameters,
                                       Substitutions& substitutions);
bool HasFilter(const PageParameters& parameters);

}  // namespace trestle
