#pragma once

#include "operation/context.h"
#include "operation/parameters.h"

namespace trestle {

struct TransactGet {
  std::string table_name;
  ParsedItem key;
  std::optional<std::string> projection_expression;
  SubstitutionParameters substitutions;  // names only
  // Of a statement: what to show, and which items.
  std::optional<Projection> bound_projection = {};
  std::optional<Condition> bound_filter = {};
};

struct TransactGetItemsRequest {
  std::vector<TransactGet> gets;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::kNone;
};

struct TransactGetItemsResponse {
  std::vector<std::optional<EncodedItem>> responses;
  std::vector<ConsumedCapacity> consumed;
};

Result<TransactGetItemsResponse> TransactGetItems(OperationContext& context,
                                                  const TransactGetItemsRequest& request);

}  // namespace trestle
