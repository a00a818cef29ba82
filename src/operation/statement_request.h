#pragma once

#include <span>
#include <string>
#include <vector>

#include "operation/parameters.h"
#include "partiql/bound_statement.h"

namespace trestle {

// One PartiQL statement of a request, as ExecuteStatement, BatchExecuteStatement and
// ExecuteTransaction take it.
struct StatementRequest {
  std::string statement;
  Result<partiql::Parameters> parameters = partiql::Parameters();
  bool consistent_read = false;
  ReturnValuesOnConditionCheckFailure on_condition_failure =
      ReturnValuesOnConditionCheckFailure::kNone;
};

// Parsed, from the cache if it can be, and bound. Points into the request.
Result<partiql::BoundStatement> Prepare(const StatementRequest& request);

// Equal for statements and parameters that are the same, and for no others. Part of paging tokens
// and, written to disk, of the receipts of transactions' tokens.
std::string ContentDigest(std::span<const StatementRequest> statements);

}  // namespace trestle
