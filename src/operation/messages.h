#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// The texts of errors that item operations find, as the service spells them.
namespace trestle::messages {

inline tl::unexpected<Error> OnlyOldValuesOrNone() {
  return Fail(ErrorCode::kValidation, "ReturnValues can only be ALL_OLD or NONE");
}

inline tl::unexpected<Error> KeyAttributeUpdated(std::string_view attribute) {
  return Fail(ErrorCode::kValidation,
              "One or more parameter values were invalid: Cannot update attribute " +
                  std::string(attribute) + ". This attribute is part of the key");
}

inline Error ConditionalCheckFailed() {
  return Error{.code = ErrorCode::kConditionalCheckFailed,
               .message = "The conditional request failed",
               .detail = nullptr};
}

inline tl::unexpected<Error> DuplicateItem() {
  return Fail(ErrorCode::kDuplicateItem, "Duplicate primary key exists in table");
}

inline tl::unexpected<Error> TooManyItems(std::string_view operation) {
  return Fail(ErrorCode::kValidation,
              "Too many items requested for the " + std::string(operation) + " call");
}

inline tl::unexpected<Error> RequestItemsMissing(std::string_view operation) {
  return Fail(ErrorCode::kValidation,
              "The requestItems parameter is required for " + std::string(operation));
}

inline tl::unexpected<Error> DuplicateKeys() {
  return Fail(ErrorCode::kValidation, "Provided list of item keys contains duplicates");
}

// The service words a WriteRequest that holds both requests, or none, as it words an attribute
// value.
inline tl::unexpected<Error> WriteRequestHoldsBoth() {
  return Fail(
      ErrorCode::kValidation,
      "Supplied AttributeValue has more than one datatypes set, must contain exactly one of "
      "the supported datatypes");
}

inline tl::unexpected<Error> WriteRequestHoldsNone() {
  return Fail(
      ErrorCode::kValidation,
      "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
}

inline tl::unexpected<Error> NotOneTransactAction() {
  return Fail(ErrorCode::kValidation,
              "TransactItems can only contain one of Check, Put, Update or Delete");
}

inline tl::unexpected<Error> TransactionRepeatsItem() {
  return Fail(ErrorCode::kValidation,
              "Transaction request cannot include multiple operations on one item");
}

inline tl::unexpected<Error> TransactionTooLarge() {
  return Fail(ErrorCode::kValidation,
              "Transaction request size has exceeded the maximum allowed size of 4 MB");
}

inline tl::unexpected<Error> TransactionReadsTooMuch() {
  return Fail(ErrorCode::kValidation,
              "The aggregate size of the items in the transaction has exceeded 4 MB");
}

// `codes` are those of all reasons, separated by ", ".
inline Error TransactionCancelled(std::string_view codes) {
  return Error{.code = ErrorCode::kTransactionCanceled,
               .message =
                   "Transaction cancelled, please refer cancellation reasons for specific "
                   "reasons [" +
                   std::string(codes) + "]",
               .detail = nullptr};
}

inline tl::unexpected<Error> TokenUsedForAnotherRequest() {
  return Fail(ErrorCode::kIdempotentParameterMismatch,
              "Request is not identical to the one that first used its ClientRequestToken");
}

inline tl::unexpected<Error> TransactionInProgress() {
  return Fail(ErrorCode::kTransactionInProgress,
              "Transaction from previous request is still in progress");
}

}  // namespace trestle::messages
