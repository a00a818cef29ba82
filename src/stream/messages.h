#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// The texts of errors about streams, as the service spells them.
namespace trestle::messages {

inline tl::unexpected<Error> StreamArnInvalid() {
  return Fail(ErrorCode::kValidation, "Invalid StreamArn");
}

inline tl::unexpected<Error> StreamNotFound(std::string_view arn) {
  return Fail(
      ErrorCode::kResourceNotFound,
      std::string("Requested resource not found: Stream: ").append(arn).append(" not found"));
}

inline tl::unexpected<Error> ShardNotFound() {
  return Fail(ErrorCode::kResourceNotFound, "Requested resource not found: Shard does not exist");
}

inline tl::unexpected<Error> ShardIteratorInvalid() {
  return Fail(ErrorCode::kValidation, "Invalid ShardIterator");
}

inline tl::unexpected<Error> ShardIteratorExpired() {
  return Fail(ErrorCode::kExpiredIterator, "The provided iterator exceeds the maximum age allowed");
}

inline tl::unexpected<Error> DataTrimmed() {
  return Fail(ErrorCode::kTrimmedDataAccess, "The data you are trying to access has been trimmed");
}

// `type` is AT_SEQUENCE_NUMBER or AFTER_SEQUENCE_NUMBER.
inline tl::unexpected<Error> SequenceNumberMissing(std::string_view type) {
  return Fail(ErrorCode::kValidation,
              std::string("SequenceNumber must be specified for ShardIteratorType ").append(type));
}

inline tl::unexpected<Error> SequenceNumberInvalid() {
  return Fail(ErrorCode::kValidation, "Invalid SequenceNumber");
}

inline tl::unexpected<Error> ShardFilterIncomplete() {
  return Fail(ErrorCode::kValidation, "Both Type and ShardId must be specified for ShardFilter");
}

inline tl::unexpected<Error> StreamRecordDamaged() {
  return Fail(ErrorCode::kInternalServerError, "A stored stream record could not be read");
}

}  // namespace trestle::messages
