#pragma once

#include "operation/context.h"
#include "operation/put_item.h"
#include "operation/transact_get_items.h"
#include "operation/transact_write_items.h"
#include "partiql/bound_statement.h"

namespace trestle {

// Runs INSERT, UPDATE or DELETE as PutItem, UpdateItem or DeleteItem. The response's attributes are
// what RETURNING asks for.
Result<ItemWriteResponse> Write(OperationContext& context, const partiql::BoundStatement& statement,
                                ReturnValuesOnConditionCheckFailure on_condition_failure);

// The same statements, and EXISTS, as actions of a transaction. Points into the statement.
Result<TransactWrite> ActionOf(const Catalog& catalog, const partiql::BoundStatement& statement,
                               ReturnValuesOnConditionCheckFailure on_condition_failure);
// A SELECT of one item as an action of a transaction.
Result<TransactGet> GetOf(const Catalog& catalog, const partiql::BoundStatement& statement);

}  // namespace trestle
