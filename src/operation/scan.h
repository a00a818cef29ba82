#pragma once

#include "operation/query.h"

namespace trestle {

struct ScanRequest {
  std::string table_name;
  std::optional<std::string> index_name;
  std::optional<std::string> filter_expression;
  std::optional<Result<LegacyConditionMap>> scan_filter;  // legacy
  std::optional<ConditionalOperator> conditional_operator;
  std::optional<Condition> bound_filter = {};  // of a statement, in place of the expression
  ProjectionParameters projection;
  SubstitutionParameters substitutions;
  std::optional<SelectAttributes> select;
  std::optional<std::int64_t> limit;
  bool consistent_read = false;
  std::optional<std::int64_t> segment;
  std::optional<std::int64_t> total_segments;
  std::optional<ParsedItem> exclusive_start_key;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::kNone;
};

Result<PageResponse> Scan(OperationContext& context, const ScanRequest& request);

}  // namespace trestle
