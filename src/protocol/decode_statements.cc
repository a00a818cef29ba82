#include "protocol/api.h"
#include "protocol/decode.h"
#include "protocol/decode_parameters.h"

// ExecuteStatement, BatchExecuteStatement and ExecuteTransaction.
namespace trestle::decode {
namespace {

// The first malformed value stands for all of them.
Result<Result<partiql::Parameters>> ParametersOf(const Json* json) {
  Result<partiql::Parameters> parameters = partiql::Parameters();
  if (!json) return parameters;
  for (const Json element : ArrayOf(*json)) {
    Result<AttributeValue> value = DecodeAttributeValue(element);
    if (!value && FailsRequest(value.error())) return tl::unexpected(value.error());
    if (!parameters) continue;
    if (value) {
      parameters->push_back(*std::move(value));
    } else {
      parameters = tl::unexpected(std::move(value).error());
    }
  }
  return parameters;
}

// A statement among others: they name its parts alike.
template <class Of>
Result<StatementRequest> Statement(const Json& json) {
  StatementRequest request;
  if (json.is_null()) return request;
  const Members in(Of::kShape, json);
  request.statement = Text(in[Of::kStatement]);
  TRESTLE_TRY(request.parameters, ParametersOf(in[Of::kParameters]));
  if constexpr (requires { Of::kConsistentRead; }) {
    request.consistent_read = Flag(in[Of::kConsistentRead], false);
  }
  request.on_condition_failure = OnConditionFailure(in[Of::kReturnValuesOnConditionCheckFailure]);
  return request;
}

template <class Of>
Result<std::vector<StatementRequest>> Statements(const Json* json) {
  std::vector<StatementRequest> statements;
  for (const Json element : ArrayOf(*json)) {
    TRESTLE_TRY(StatementRequest statement, Statement<Of>(element));
    statements.push_back(std::move(statement));
  }
  return statements;
}

}  // namespace

Result<ExecuteStatementRequest> ExecuteStatement(const Members& in) {
  using Of = api::ExecuteStatementInput;
  ExecuteStatementRequest request;
  request.statement.statement = Text(in[Of::kStatement]);
  TRESTLE_TRY(request.statement.parameters, ParametersOf(in[Of::kParameters]));
  request.statement.consistent_read = Flag(in[Of::kConsistentRead], false);
  request.statement.on_condition_failure =
      OnConditionFailure(in[Of::kReturnValuesOnConditionCheckFailure]);
  request.limit = OptionalInteger(in[Of::kLimit]);
  request.next_token = OptionalText(in[Of::kNextToken]);
  request.return_consumed_capacity = ConsumedCapacityWanted(in[Of::kReturnConsumedCapacity]);
  return request;
}

Result<BatchExecuteStatementRequest> BatchExecuteStatement(const Members& in) {
  using Of = api::BatchExecuteStatementInput;
  BatchExecuteStatementRequest request;
  TRESTLE_TRY(request.statements, Statements<api::BatchStatementRequest>(in[Of::kStatements]));
  request.return_consumed_capacity = ConsumedCapacityWanted(in[Of::kReturnConsumedCapacity]);
  return request;
}

Result<ExecuteTransactionRequest> ExecuteTransaction(const Members& in, std::size_t body_bytes) {
  using Of = api::ExecuteTransactionInput;
  ExecuteTransactionRequest request;
  TRESTLE_TRY(request.statements,
              Statements<api::ParameterizedStatement>(in[Of::kTransactStatements]));
  request.client_request_token = OptionalText(in[Of::kClientRequestToken]);
  request.payload_bytes = body_bytes;
  request.return_consumed_capacity = ConsumedCapacityWanted(in[Of::kReturnConsumedCapacity]);
  return request;
}

}  // namespace trestle::decode
