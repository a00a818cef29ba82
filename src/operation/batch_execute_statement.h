#pragma once

#include "operation/context.h"
#include "operation/statement_request.h"

namespace trestle {

struct BatchExecuteStatementRequest {
  std::vector<StatementRequest> statements;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::kNone;
};

// What became of one statement of a batch.
struct BatchStatementResponse {
  std::optional<Error> error;
  std::string table_name;
  std::optional<EncodedItem> item;
};

struct BatchExecuteStatementResponse {
  std::vector<BatchStatementResponse> responses;  // in the order of the statements
  std::vector<ConsumedCapacity> consumed;
};

// Each statement by itself: that one fails says nothing about the others.
Result<BatchExecuteStatementResponse> BatchExecuteStatement(
    OperationContext& context, const BatchExecuteStatementRequest& request);

}  // namespace trestle
