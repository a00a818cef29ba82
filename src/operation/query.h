#pragma once

#include "operation/context.h"
#include "operation/parameters.h"
#include "value/encoded_items.h"

namespace trestle {

struct QueryRequest {
  std::string table_name;
  std::optional<std::string> index_name;
  std::optional<std::string> key_condition_expression;
  std::optional<Result<LegacyConditionMap>> key_conditions;  // legacy
  std::optional<std::string> filter_expression;
  std::optional<Result<LegacyConditionMap>> query_filter;  // legacy
  std::optional<ConditionalOperator> conditional_operator;
  // Of a statement, in place of the expressions.
  std::optional<KeyCondition> bound_key_condition = {};
  std::optional<Condition> bound_filter = {};
  ProjectionParameters projection;
  SubstitutionParameters substitutions;
  std::optional<SelectAttributes> select;
  std::optional<std::int64_t> limit;
  bool consistent_read = false;
  bool scan_index_forward = true;
  std::optional<ParsedItem> exclusive_start_key;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::kNone;
};

// Of Query and Scan.
struct PageResponse {
  EncodedItems items;
  bool count_only = false;  // Select COUNT: no Items member
  std::int64_t count = 0;
  std::int64_t scanned_count = 0;
  std::optional<Item> last_evaluated_key;
  ConsumedCapacity consumed;
};

Result<PageResponse> Query(OperationContext& context, const QueryRequest& request);

}  // namespace trestle
