#include "rest/problem.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/log.h"
#include "json/json.h"
#include "json/plain_json.h"
#include "repository/errors.h"
#include "rest/messages.h"
#include "value/attribute_value.h"

namespace trestle::rest {
namespace {

using repository::BadFields;
using repository::WriteConflict;

struct Kind {
  int status = 500;
  std::string_view code;
};

Kind KindOf(WriteConflict::Kind kind, Asked asked) {
  switch (kind) {
    case WriteConflict::Kind::kExists:
      return {asked == Asked::kEntityIfNone ? 412 : 409, "exists"};
    case WriteConflict::Kind::kMissing:
      if (asked == Asked::kEntityIfMatch) return {412, "missing"};
      return {asked == Asked::kEntity ? 404 : 409, "missing"};
    case WriteConflict::Kind::kVersion:
      return {asked == Asked::kEntityIfMatch ? 412 : 409, "version"};
    case WriteConflict::Kind::kUnique:
      return {409, "unique"};
    case WriteConflict::Kind::kCondition:
      break;
  }
  return {409, "condition"};
}

Kind KindOf(ErrorCode code, Asked asked) {
  switch (code) {
    case ErrorCode::kValidation:
    case ErrorCode::kSerialization:
    case ErrorCode::kItemCollectionSizeLimitExceeded:
    case ErrorCode::kLimitExceeded:
      return {400, "invalid"};
    case ErrorCode::kConditionalCheckFailed:
    case ErrorCode::kDuplicateItem:
    case ErrorCode::kResourceInUse:
      return {409, "condition"};
    case ErrorCode::kTransactionCanceled:
    case ErrorCode::kTransactionConflict:
    case ErrorCode::kTransactionInProgress:
      return {409, "conflict"};
    case ErrorCode::kIdempotentParameterMismatch:
      return {422, "idempotency-key"};
    case ErrorCode::kProvisionedThroughputExceeded:
    case ErrorCode::kThrottling:
    case ErrorCode::kRequestLimitExceeded:
      return {429, "throttled"};
    case ErrorCode::kMissingAuthenticationToken:
      if (asked == Asked::kWorkflow) return {401, "no-session"};
      return {401, "not-signed"};
    case ErrorCode::kIncompleteSignature:
    case ErrorCode::kInvalidSignature:
    case ErrorCode::kUnrecognizedClient:
      return {401, "not-signed"};
    case ErrorCode::kAccessDenied:
      return {403, "forbidden"};
    case ErrorCode::kResourceNotFound:
      if (asked == Asked::kWorkflow) return {404, "missing"};
      return {503, "no-table"};
    case ErrorCode::kServiceUnavailable:
    case ErrorCode::kStorageUnavailable:
      return {503, "unavailable"};
    case ErrorCode::kNotSupported:
      return {501, "not-supported"};
    default:
      return {500, "internal"};
  }
}

// A text may quote what came with a request, which need not be UTF-8 as JSON must.
AttributeValue Text(std::string_view text) {
  std::string kept(text);
  if (!IsUtf8(kept)) {
    std::ranges::replace_if(
        kept, [](char c) { return static_cast<unsigned char>(c) > 127; }, '?');
  }
  return AttributeValue::String(std::move(kept));
}

AttributeValue Entries(const std::vector<model::FieldError>& fields) {
  List entries;
  for (const model::FieldError& field : fields) {
    entries.push_back(AttributeValue::Of(
        AttributeMap{{"field", Text(field.field)}, {"message", Text(field.message)}}));
  }
  return AttributeValue::Of(std::move(entries));
}

}  // namespace

http::Response ProblemOf(const Error& error, Asked asked) {
  const auto* refusal = dynamic_cast<const HttpRefusal*>(error.detail.get());
  const auto* bad = dynamic_cast<const BadFields*>(error.detail.get());
  const auto* conflict = dynamic_cast<const WriteConflict*>(error.detail.get());
  const Kind kind = refusal != nullptr    ? Kind{refusal->status, refusal->code}
                    : bad != nullptr      ? Kind{400, "bad-fields"}
                    : conflict != nullptr ? KindOf(conflict->kind, asked)
                                          : KindOf(error.code, asked);
  std::string detail = error.message;
  if (kind.code == "no-table") detail = messages::TableMissing();
  if (kind.status >= 500 && refusal == nullptr) LogError("REST: " + error.message);
  if (kind.code == "internal") detail = messages::InternalFailure();

  AttributeMap document{{"type", Text("about:blank")},
                        {"title", Text(http::ReasonPhrase(kind.status))},
                        {"status", AttributeValue::Integer(kind.status)},
                        {"code", Text(kind.code)},
                        {"detail", Text(detail)}};
  if (bad != nullptr) document.Set("errors", Entries(bad->fields));
  if (conflict != nullptr && conflict->kind == WriteConflict::Kind::kUnique) {
    document.Set("errors", Entries({{conflict->attribute, messages::Taken()}}));
  }
  if (conflict != nullptr && asked == Asked::kTransaction) {
    document.Set("step", AttributeValue::Integer(static_cast<std::int64_t>(conflict->step) + 1));
  }

  http::Response response{.status = kind.status};
  response.headers.Add("Content-Type", "application/problem+json");
  response.headers.Add("Cache-Control", "no-store");
  if (kind.status == 429 || kind.status == 503) response.headers.Add("Retry-After", "1");
  if (kind.status == 401) {
    response.headers.Add("WWW-Authenticate",
                         kind.code == "no-session" ? "Bearer" : "AWS4-HMAC-SHA256");
  }
  AppendPlainJson(document, response.body);
  return response;
}

}  // namespace trestle::rest
