#pragma once

#include <cstdint>

namespace trestle {

// What went wrong, as far as a caller would act on it differently. Each maps to one exception of
// the wire protocol.
enum class ErrorCode : std::uint8_t {
  kValidation,
  kConditionalCheckFailed,
  kResourceNotFound,
  kResourceInUse,
  kTableNotFound,  // of backups, as the six below
  kTableAlreadyExists,
  kTableInUse,
  kBackupNotFound,
  kBackupInUse,
  kContinuousBackupsUnavailable,
  kPointInTimeRecoveryUnavailable,
  kInvalidRestoreTime,
  kLimitExceeded,
  kItemCollectionSizeLimitExceeded,
  kExpiredIterator,
  kTrimmedDataAccess,
  kTransactionCanceled,
  kTransactionConflict,
  kTransactionInProgress,
  kIdempotentParameterMismatch,
  kProvisionedThroughputExceeded,
  kThrottling,
  kRequestLimitExceeded,
  kDuplicateItem,
  kExportNotFound,
  kExportConflict,
  kInvalidExportTime,
  kImportNotFound,
  kImportConflict,
  kSerialization,
  kUnknownOperation,
  kMissingAuthenticationToken,
  kIncompleteSignature,
  kInvalidSignature,
  kUnrecognizedClient,
  kAccessDenied,
  kNotSupported,  // an operation that this server does not have
  kServiceUnavailable,
  kStorageUnavailable,  // the disk is full, read-only or failing
  kInternalServerError,
};

}  // namespace trestle
