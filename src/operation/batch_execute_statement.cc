#include "operation/batch_execute_statement.h"

#include "operation/consumed.h"
#include "operation/select_statement.h"
#include "operation/statement_messages.h"
#include "operation/write_statement.h"
#include "partiql/where_clause.h"

namespace trestle {
namespace {

using partiql::BoundStatement;

Status CheckNotMixed(const std::vector<Result<BoundStatement>>& statements) {
  bool reads = false;
  bool writes = false;
  for (const Result<BoundStatement>& statement : statements) {
    if (statement) (IsRead(**statement) ? reads : writes) = true;
  }
  if (reads && writes) return messages::ReadsAndWritesMixed("BatchExecuteStatement");
  return {};
}

// At most one item: the statement must name its whole key.
Result<SelectedItems> SelectOne(OperationContext& context, const StatementRequest& request,
                                const BoundStatement& statement) {
  TRESTLE_TRY(const TablePtr table, context.catalog.Find(statement->table));
  if (statement->index || !NamedKeyOf(statement, table->keys())) {
    return messages::BatchSelectWithoutKey();
  }
  return Select(context, request, statement);
}

Result<BatchStatementResponse> Run(OperationContext& context, const StatementRequest& request,
                                   const BoundStatement& statement, ConsumedByTable& consumed) {
  BatchStatementResponse response;
  response.table_name = statement->table;
  if (IsRead(*statement)) {
    TRESTLE_TRY(const SelectedItems selected, SelectOne(context, request, statement));
    consumed.Add(selected.consumed);
    if (!selected.items.empty()) {
      response.item = EncodedItem::FromStored(std::string(selected.items.front().bytes()));
    }
    return response;
  }
  TRESTLE_TRY(ItemWriteResponse written, Write(context, statement, request.on_condition_failure));
  consumed.Add(written.consumed);
  response.item = std::move(written.attributes);
  return response;
}

}  // namespace

Result<BatchExecuteStatementResponse> BatchExecuteStatement(
    OperationContext& context, const BatchExecuteStatementRequest& request) {
  std::vector<Result<BoundStatement>> statements;
  statements.reserve(request.statements.size());
  for (const StatementRequest& one : request.statements) statements.push_back(Prepare(one));
  TRESTLE_RETURN_IF_ERROR(CheckNotMixed(statements));

  BatchExecuteStatementResponse response;
  ConsumedByTable consumed;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    BatchStatementResponse& one = response.responses.emplace_back();
    if (!statements[i]) {
      one.error = statements[i].error();
      continue;
    }
    Result<BatchStatementResponse> ran =
        Run(context, request.statements[i], *statements[i], consumed);
    if (ran) {
      one = *std::move(ran);
    } else {
      one.error = std::move(ran).error();
    }
  }
  response.consumed = std::move(consumed).Take();
  return response;
}

}  // namespace trestle
