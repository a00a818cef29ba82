#pragma once

#include "operation/context.h"
#include "operation/statement_request.h"
#include "value/encoded_items.h"

namespace trestle {

struct ExecuteStatementRequest {
  StatementRequest statement;
  std::optional<std::int64_t> limit = {};
  std::optional<std::string> next_token = {};
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::kNone;
};

struct ExecuteStatementResponse {
  EncodedItems items;
  std::optional<Item> last_evaluated_key;
  std::optional<std::string> next_token;
  ConsumedCapacity consumed;
};

Result<ExecuteStatementResponse> ExecuteStatement(OperationContext& context,
                                                  const ExecuteStatementRequest& request);

}  // namespace trestle
