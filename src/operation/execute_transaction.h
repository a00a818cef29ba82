#pragma once

#include "operation/context.h"
#include "operation/statement_request.h"

namespace trestle {

struct ExecuteTransactionRequest {
  std::vector<StatementRequest> statements;
  std::optional<std::string> client_request_token = {};
  std::size_t payload_bytes = 0;  // of the whole request, as it came over the wire
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::kNone;
};

struct ExecuteTransactionResponse {
  std::vector<std::optional<EncodedItem>> responses;  // one for each statement; items of reads
  std::vector<ConsumedCapacity> consumed;
};

// All statements or none: reads as TransactGetItems, writes as TransactWriteItems.
Result<ExecuteTransactionResponse> ExecuteTransaction(OperationContext& context,
                                                      const ExecuteTransactionRequest& request);

}  // namespace trestle
