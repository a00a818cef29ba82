#include "protocol/errors.h"

#include "json/json_writer.h"
#include "operation/parameters.h"
#include "operation/throttling.h"

namespace trestle {
namespace {

constexpr std::string_view kDynamo = "com.amazonaws.dynamodb.v20120810#";
constexpr std::string_view kCoral = "com.amazon.coral.service#";
constexpr std::string_view kValidate = "com.amazon.coral.validate#";

void WriteItem(const std::optional<EncodedItem>& item, JsonWriter& writer) {
  if (!item) return;
  writer.Name("Item");
  writer.Attributes(*item);
}

void WriteReasons(const Cancellation& cancellation, JsonWriter& writer) {
  writer.Name("CancellationReasons");
  writer.BeginArray();
  for (const CancellationReason& reason : cancellation.reasons) {
    writer.BeginObject();
    WriteItem(reason.item, writer);
    writer.Name("Code");
    writer.String(reason.code);
    if (reason.message) {
      writer.Name("Message");
      writer.String(*reason.message);
    }
    writer.EndObject();
  }
  writer.EndArray();
}

// Two of the exceptions spell the member with a capital letter, the third without.
void WriteThrottling(const Throttling& throttling, ErrorCode code, JsonWriter& writer) {
  writer.Name(code == ErrorCode::kThrottling ? "throttlingReasons" : "ThrottlingReasons");
  writer.BeginArray();
  for (const ThrottlingReason& reason : throttling.reasons) {
    writer.BeginObject();
    writer.Name("reason");
    writer.String(reason.reason);
    writer.Name("resource");
    writer.String(reason.resource);
    writer.EndObject();
  }
  writer.EndArray();
}

}  // namespace

WireError WireErrorOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kValidation:
      return {400, kValidate, "ValidationException"};
    case ErrorCode::kConditionalCheckFailed:
      return {400, kDynamo, "ConditionalCheckFailedException"};
    case ErrorCode::kResourceNotFound:
      return {400, kDynamo, "ResourceNotFoundException"};
    case ErrorCode::kResourceInUse:
      return {400, kDynamo, "ResourceInUseException"};
    case ErrorCode::kTableNotFound:
      return {400, kDynamo, "TableNotFoundException"};
    case ErrorCode::kTableAlreadyExists:
      return {400, kDynamo, "TableAlreadyExistsException"};
    case ErrorCode::kTableInUse:
      return {400, kDynamo, "TableInUseException"};
    case ErrorCode::kBackupNotFound:
      return {400, kDynamo, "BackupNotFoundException"};
    case ErrorCode::kBackupInUse:
      return {400, kDynamo, "BackupInUseException"};
    case ErrorCode::kContinuousBackupsUnavailable:
      return {400, kDynamo, "ContinuousBackupsUnavailableException"};
    case ErrorCode::kPointInTimeRecoveryUnavailable:
      return {400, kDynamo, "PointInTimeRecoveryUnavailableException"};
    case ErrorCode::kInvalidRestoreTime:
      return {400, kDynamo, "InvalidRestoreTimeException"};
    case ErrorCode::kLimitExceeded:
      return {400, kDynamo, "LimitExceededException"};
    case ErrorCode::kItemCollectionSizeLimitExceeded:
      return {400, kDynamo, "ItemCollectionSizeLimitExceededException"};
    case ErrorCode::kExpiredIterator:
      return {400, kDynamo, "ExpiredIteratorException"};
    case ErrorCode::kTrimmedDataAccess:
      return {400, kDynamo, "TrimmedDataAccessException"};
    case ErrorCode::kTransactionCanceled:
      return {400, kDynamo, "TransactionCanceledException", "Message"};
    case ErrorCode::kTransactionConflict:
      return {400, kDynamo, "TransactionConflictException"};
    case ErrorCode::kTransactionInProgress:
      return {400, kDynamo, "TransactionInProgressException", "Message"};
    case ErrorCode::kIdempotentParameterMismatch:
      return {400, kDynamo, "IdempotentParameterMismatchException", "Message"};
    case ErrorCode::kProvisionedThroughputExceeded:
      return {400, kDynamo, "ProvisionedThroughputExceededException"};
    case ErrorCode::kThrottling:
      return {400, kDynamo, "ThrottlingException"};
    case ErrorCode::kRequestLimitExceeded:
      return {400, kDynamo, "RequestLimitExceeded"};
    case ErrorCode::kDuplicateItem:
      return {400, kDynamo, "DuplicateItemException"};
    case ErrorCode::kExportNotFound:
      return {400, kDynamo, "ExportNotFoundException"};
    case ErrorCode::kExportConflict:
      return {400, kDynamo, "ExportConflictException"};
    case ErrorCode::kInvalidExportTime:
      return {400, kDynamo, "InvalidExportTimeException"};
    case ErrorCode::kImportNotFound:
      return {400, kDynamo, "ImportNotFoundException"};
    case ErrorCode::kImportConflict:
      return {400, kDynamo, "ImportConflictException"};
    case ErrorCode::kSerialization:
      return {400, kCoral, "SerializationException", "Message"};
    case ErrorCode::kUnknownOperation:
    case ErrorCode::kNotSupported:
      return {400, kCoral, "UnknownOperationException"};
    case ErrorCode::kMissingAuthenticationToken:
      return {400, kCoral, "MissingAuthenticationTokenException"};
    case ErrorCode::kIncompleteSignature:
      return {400, kCoral, "IncompleteSignatureException"};
    case ErrorCode::kInvalidSignature:
      return {400, kCoral, "InvalidSignatureException"};
    case ErrorCode::kUnrecognizedClient:
      return {400, kCoral, "UnrecognizedClientException"};
    case ErrorCode::kAccessDenied:
      return {400, kCoral, "AccessDeniedException", "Message"};
    case ErrorCode::kServiceUnavailable:
      return {503, kCoral, "ServiceUnavailableException"};
    case ErrorCode::kStorageUnavailable:
      return {500, kDynamo, "InternalServerError"};
    case ErrorCode::kInternalServerError:
      break;
  }
  return {500, kDynamo, "InternalServerError"};
}

void AppendErrorBody(const Error& error, std::string& out) {
  const WireError wire = WireErrorOf(error.code);
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("__type");
  writer.String(std::string(wire.prefix).append(wire.name));
  if (!error.message.empty()) {
    writer.Name(wire.message_member);
    writer.String(error.message);
  }
  if (const auto* failure = dynamic_cast<const ConditionFailure*>(error.detail.get())) {
    WriteItem(failure->item, writer);
  }
  if (const auto* cancellation = dynamic_cast<const Cancellation*>(error.detail.get())) {
    WriteReasons(*cancellation, writer);
  }
  if (const auto* throttling = dynamic_cast<const Throttling*>(error.detail.get())) {
    WriteThrottling(*throttling, error.code, writer);
  }
  writer.EndObject();
}

}  // namespace trestle
