#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// Every text of this room that a user can get and that no endpoint has written.
namespace trestle::remote::messages {

inline Error NoAnswer(std::string_view reason) {
  return {
      .code = ErrorCode::kServiceUnavailable, .message = std::string(reason), .detail = nullptr};
}
// The endpoint has answered something that is no answer of DynamoDB's.
inline tl::unexpected<Error> AnswerUnreadable(std::string_view url, std::string_view operation) {
  return Fail(ErrorCode::kInternalServerError, std::string("the answer of ")
                                                   .append(url)
                                                   .append(" to ")
                                                   .append(operation)
                                                   .append(" cannot be read: is it DynamoDB's?"));
}
// An exception that has no code here: its name stays readable.
inline std::string UnknownException(std::string_view name, std::string_view text) {
  std::string message(name);
  if (!text.empty()) message.append(": ").append(text);
  return message;
}
inline tl::unexpected<Error> BoundExpression() {
  return Fail(ErrorCode::kNotSupported,
              "an expression that was bound by a PartiQL statement cannot be sent to an endpoint");
}
inline tl::unexpected<Error> HalfCredentials(std::string_view given, std::string_view missing) {
  return Fail(ErrorCode::kValidation,
              std::string("there is ")
                  .append(given)
                  .append(" but no ")
                  .append(missing)
                  .append(": credentials are an access key and its secret"));
}

}  // namespace trestle::remote::messages
