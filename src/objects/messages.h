#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "objects/object_store.h"

// Every text of this room that a user can get.
namespace trestle::messages {

inline tl::unexpected<Error> ObjectFailed(ErrorCode code, std::string_view s3_code,
                                          std::string message) {
  return tl::unexpected<Error>(
      Error{.code = code,
            .message = std::move(message),
            .detail = std::make_shared<const ObjectFailure>(std::string(s3_code))});
}

inline tl::unexpected<Error> NoSuchBucket(std::string_view hint) {
  return ObjectFailed(ErrorCode::kResourceNotFound, "NoSuchBucket",
                      "The specified bucket does not exist: " + std::string(hint));
}
inline tl::unexpected<Error> NoSuchObject(const ObjectName& name) {
  return ObjectFailed(ErrorCode::kResourceNotFound, "NoSuchKey",
                      "The specified key does not exist: " + name.bucket + "/" + name.key);
}
inline tl::unexpected<Error> NotAnObjectName(const ObjectName& name) {
  return ObjectFailed(ErrorCode::kValidation, "InvalidArgument",
                      "'" + name.bucket + "/" + name.key +
                          "' cannot be a file: it has an empty, '.' or '..' segment");
}
inline tl::unexpected<Error> CannotReadFile(std::string_view path, std::string_view reason) {
  return ObjectFailed(ErrorCode::kStorageUnavailable, "InternalError",
                      "cannot read " + std::string(path) + ": " + std::string(reason));
}
inline tl::unexpected<Error> CannotWriteFile(std::string_view path, std::string_view reason) {
  return ObjectFailed(ErrorCode::kStorageUnavailable, "InternalError",
                      "cannot write " + std::string(path) + ": " + std::string(reason));
}
inline tl::unexpected<Error> AnotherObjectIsThere(const ObjectName& name) {
  return ObjectFailed(ErrorCode::kConditionalCheckFailed, kPreconditionFailed,
                      "another object is there: " + name.bucket + "/" + name.key);
}
// `text` is what the server said.
inline tl::unexpected<Error> StoreRefused(int status, std::string_view s3_code,
                                          std::string_view text) {
  const ErrorCode code = status == 404   ? ErrorCode::kResourceNotFound
                         : status == 403 ? ErrorCode::kAccessDenied
                                         : ErrorCode::kStorageUnavailable;
  return ObjectFailed(code, s3_code,
                      std::string(text) + " (Service: Amazon S3; Status Code: " +
                          std::to_string(status) + "; Error Code: " + std::string(s3_code) + ")");
}
inline tl::unexpected<Error> StoreUnreachable(std::string_view url) {
  return ObjectFailed(ErrorCode::kStorageUnavailable, "Unreachable",
                      "the object store at " + std::string(url) +
                          " does not answer: start it, or name another with --s3-endpoint");
}

}  // namespace trestle::messages
