#include "operation/execute_transaction.h"

#include <algorithm>

#include "operation/statement_messages.h"
#include "operation/write_statement.h"

namespace trestle {
namespace {

using partiql::BoundStatement;

// Keeps these tokens apart from those of TransactWriteItems: no text in UTF-8 begins so. Written to
// disk: described in docs/file-format.md.
constexpr char kTokenMark = '\xff';

Result<std::vector<BoundStatement>> Prepared(const ExecuteTransactionRequest& request) {
  std::vector<BoundStatement> statements;
  statements.reserve(request.statements.size());
  for (const StatementRequest& one : request.statements) {
    TRESTLE_TRY(BoundStatement statement, Prepare(one));
    if (statement->returning) return messages::ReturningInTransaction();
    if (statement->index) return messages::IndexInTransaction();
    statements.push_back(std::move(statement));
  }
  return statements;
}

Result<ExecuteTransactionResponse> ReadAll(OperationContext& context,
                                           const std::vector<BoundStatement>& statements) {
  TransactGetItemsRequest reads;
  for (const BoundStatement& statement : statements) {
    TRESTLE_TRY(TransactGet get, GetOf(context.catalog, statement));
    reads.gets.push_back(std::move(get));
  }
  TRESTLE_TRY(TransactGetItemsResponse response, TransactGetItems(context, reads));
  return ExecuteTransactionResponse{.responses = std::move(response.responses),
                                    .consumed = std::move(response.consumed)};
}

Result<ExecuteTransactionResponse> WriteAll(OperationContext& context,
                                            const ExecuteTransactionRequest& request,
                                            const std::vector<BoundStatement>& statements) {
  TransactWriteItemsRequest writes;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    TRESTLE_TRY(TransactWrite write, ActionOf(context.catalog, statements[i],
                                              request.statements[i].on_condition_failure));
    writes.writes.push_back(std::move(write));
  }
  writes.payload_bytes = request.payload_bytes;
  if (request.client_request_token) {
    writes.client_request_token = kTokenMark + *request.client_request_token;
    writes.content_digest = ContentDigest(request.statements);
  }
  TRESTLE_TRY(TransactWriteItemsResponse response, TransactWriteItems(context, std::move(writes)));
  ExecuteTransactionResponse done;
  done.responses.resize(statements.size());
  done.consumed = std::move(response.consumed);
  return done;
}

}  // namespace

Result<ExecuteTransactionResponse> ExecuteTransaction(OperationContext& context,
                                                      const ExecuteTransactionRequest& request) {
  TRESTLE_TRY(const std::vector<BoundStatement> statements, Prepared(request));
  const auto is_read = [](const BoundStatement& statement) { return IsRead(*statement); };
  if (std::none_of(statements.begin(), statements.end(), is_read)) {
    return WriteAll(context, request, statements);
  }
  if (!std::all_of(statements.begin(), statements.end(), is_read)) {
    return messages::ReadsAndWritesMixed("ExecuteTransaction");
  }
  return ReadAll(context, statements);
}

}  // namespace trestle
