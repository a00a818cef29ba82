#include "protocol/encode.h"

// Replies of ExecuteStatement, BatchExecuteStatement and ExecuteTransaction.
namespace trestle::encode {
namespace {

// As the error of one statement of a batch is called.
std::string_view BatchCode(ErrorCode code) {
  switch (code) {
    case ErrorCode::kValidation:
      return "ValidationError";
    case ErrorCode::kConditionalCheckFailed:
      return "ConditionalCheckFailed";
    case ErrorCode::kResourceNotFound:
      return "ResourceNotFound";
    case ErrorCode::kItemCollectionSizeLimitExceeded:
      return "ItemCollectionSizeLimitExceeded";
    case ErrorCode::kTransactionConflict:
      return "TransactionConflict";
    case ErrorCode::kProvisionedThroughputExceeded:
      return "ProvisionedThroughputExceeded";
    case ErrorCode::kThrottling:
      return "ThrottlingError";
    case ErrorCode::kRequestLimitExceeded:
      return "RequestLimitExceeded";
    case ErrorCode::kDuplicateItem:
      return "DuplicateItem";
    case ErrorCode::kAccessDenied:
      return "AccessDenied";
    default:
      return "InternalServerError";
  }
}

Status BatchError(const Error& error, JsonWriter& writer) {
  writer.Name("Error");
  writer.BeginObject();
  writer.Name("Code");
  writer.String(BatchCode(error.code));
  const auto* failure = dynamic_cast<const ConditionFailure*>(error.detail.get());
  if (failure != nullptr && failure->item) {
    TRESTLE_RETURN_IF_ERROR(StoredItem("Item", *failure->item, writer));
  }
  writer.Name("Message");
  writer.String(error.message);
  writer.EndObject();
  return {};
}

Status BatchMember(const BatchStatementResponse& response, JsonWriter& writer) {
  writer.BeginObject();
  if (response.error) {
    TRESTLE_RETURN_IF_ERROR(BatchError(*response.error, writer));
  } else {
    if (response.item) TRESTLE_RETURN_IF_ERROR(StoredItem("Item", *response.item, writer));
    writer.Name("TableName");
    writer.String(response.table_name);
  }
  writer.EndObject();
  return {};
}

}  // namespace

Status ExecuteStatement(const ExecuteStatementResponse& response, ReturnConsumedCapacity wanted,
                        std::string& out) {
  out.reserve(out.size() + response.items.StoredBytes() * 3 / 2 + 256);
  JsonWriter writer(out);
  writer.BeginObject();
  Consumed(response.consumed, wanted, writer);
  TRESTLE_RETURN_IF_ERROR(StoredItems("Items", response.items, writer));
  if (response.last_evaluated_key) {
    writer.Name("LastEvaluatedKey");
    writer.Attributes(*response.last_evaluated_key);
  }
  if (response.next_token) {
    writer.Name("NextToken");
    writer.String(*response.next_token);
  }
  writer.EndObject();
  return {};
}

Status BatchExecuteStatement(const BatchExecuteStatementResponse& response,
                             ReturnConsumedCapacity wanted, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  ConsumedOfTables(response.consumed, wanted, writer);
  writer.Name("Responses");
  writer.BeginArray();
  for (const BatchStatementResponse& one : response.responses)
    TRESTLE_RETURN_IF_ERROR(BatchMember(one, writer));
  writer.EndArray();
  writer.EndObject();
  return {};
}

Status ExecuteTransaction(const ExecuteTransactionResponse& response, ReturnConsumedCapacity wanted,
                          std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  ConsumedOfTables(response.consumed, wanted, writer);
  TRESTLE_RETURN_IF_ERROR(ItemResponses(response.responses, writer));
  writer.EndObject();
  return {};
}

}  // namespace trestle::encode
