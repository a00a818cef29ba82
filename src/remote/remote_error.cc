#include "remote/remote_error.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "operation/parameters.h"
#include "operation/throttling.h"
#include "protocol/errors.h"
#include "remote/answer.h"
#include "remote/messages.h"

namespace trestle::remote {
namespace {

// Names that the service has beside those of its API's file.
struct Alias {
  std::string_view name;
  ErrorCode code;
};
constexpr Alias kAliases[] = {
    {"InternalServerError", ErrorCode::kInternalServerError},
    {"InternalFailure", ErrorCode::kInternalServerError},
    {"ServiceUnavailable", ErrorCode::kServiceUnavailable},
    {"Throttling", ErrorCode::kThrottling},
    {"ThrottlingError", ErrorCode::kThrottling},
    {"ValidationError", ErrorCode::kValidation},
    {"InvalidSignatureException", ErrorCode::kInvalidSignature},
    {"InvalidClientTokenId", ErrorCode::kUnrecognizedClient},
};

std::optional<ErrorCode> KnownCode(std::string_view name) {
  for (const Alias& alias : kAliases) {
    if (alias.name == name) return alias.code;
  }
  for (int i = 0; i <= static_cast<int>(ErrorCode::kInternalServerError); ++i) {
    const auto code = static_cast<ErrorCode>(i);
    const std::string_view known = WireErrorOf(code).name;
    // The errors of a batch's members leave "Exception" out.
    if (known == name || (known.starts_with(name) && known.substr(name.size()) == "Exception")) {
      return code;
    }
  }
  return std::nullopt;
}

std::shared_ptr<const ErrorDetail> ReasonsOf(const Answer& body) {
  auto cancellation = std::make_shared<Cancellation>();
  for (const Json& element : body.List("CancellationReasons")) {
    const Answer reason(element);
    Result<std::optional<EncodedItem>> item = ReadOptionalItem(reason, "Item");
    cancellation->reasons.push_back({.code = reason.OptionalText("Code").value_or("None"),
                                     .message = reason.OptionalText("Message"),
                                     .item = item ? *std::move(item) : std::nullopt});
  }
  return cancellation;
}

std::shared_ptr<const ErrorDetail> ThrottlingOf(const Answer& body) {
  auto throttling = std::make_shared<Throttling>();
  for (const std::string_view name : {"ThrottlingReasons", "throttlingReasons"}) {
    for (const Json& element : body.List(name)) {
      const Answer reason(element);
      throttling->reasons.push_back(
          {.reason = reason.Text("reason"), .resource = reason.Text("resource")});
    }
  }
  if (throttling->reasons.empty()) return nullptr;
  return throttling;
}

std::shared_ptr<const ErrorDetail> DetailOf(ErrorCode code, const Answer& body) {
  if (code == ErrorCode::kTransactionCanceled) return ReasonsOf(body);
  if (code == ErrorCode::kConditionalCheckFailed) {
    auto failure = std::make_shared<ConditionFailure>();
    Result<std::optional<EncodedItem>> item = ReadOptionalItem(body, "Item");
    if (item) failure->item = *std::move(item);
    return failure;
  }
  return ThrottlingOf(body);
}

bool IsThrottled(std::string_view type) {
  return type == "ProvisionedThroughputExceededException" || type == "ThrottlingException" ||
         type == "Throttling" || type == "RequestLimitExceeded" ||
         type == "TransactionInProgressException";
}

}  // namespace

ErrorCode CodeNamed(std::string_view name, int status) {
  const std::optional<ErrorCode> known = KnownCode(name);
  if (known) return *known;
  if (status == 503) return ErrorCode::kServiceUnavailable;
  if (status >= 500) return ErrorCode::kInternalServerError;
  return status == 401 || status == 403 ? ErrorCode::kAccessDenied : ErrorCode::kValidation;
}

Error ErrorOf(const client::Reply& reply) {
  const std::string type = reply.ErrorType();
  Error error{.code = CodeNamed(type, reply.status), .message = {}, .detail = nullptr};
  JsonParser parser;
  if (const Result<Json> json = parser.Parse(reply.body)) {
    const Answer body(*json);
    error.message = body.OptionalText("message").value_or(body.Text("Message"));
    error.detail = DetailOf(error.code, body);
  }
  // Some have no text of their own, as UnknownOperationException.
  if (!KnownCode(type) || error.message.empty()) {
    error.message = messages::UnknownException(type, error.message);
  }
  return error;
}

Retry RetryAfter(const client::Reply& reply) {
  if (IsThrottled(reply.ErrorType())) return Retry::kAlways;
  return reply.status >= 500 || reply.status == 429 ? Retry::kIfRepeatable : Retry::kNever;
}

}  // namespace trestle::remote
