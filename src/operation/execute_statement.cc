#include "operation/execute_statement.h"

#include "operation/select_statement.h"
#include "operation/write_statement.h"

namespace trestle {

Result<ExecuteStatementResponse> ExecuteStatement(OperationContext& context,
                                                  const ExecuteStatementRequest& request) {
  TRESTLE_TRY(const partiql::BoundStatement statement, Prepare(request.statement));
  ExecuteStatementResponse response;
  if (IsRead(*statement)) {
    TRESTLE_TRY(SelectedItems selected,
                Select(context, request.statement, statement,
                       {.limit = request.limit, .next_token = request.next_token}));
    response.items = std::move(selected.items);
    response.last_evaluated_key = std::move(selected.last_evaluated_key);
    response.next_token = std::move(selected.next_token);
    response.consumed = std::move(selected.consumed);
    return response;
  }
  TRESTLE_TRY(ItemWriteResponse written,
              Write(context, statement, request.statement.on_condition_failure));
  if (written.attributes) response.items.Append(written.attributes->bytes());
  response.consumed = std::move(written.consumed);
  return response;
}

}  // namespace trestle
