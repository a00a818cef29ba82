#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/kept_item.h"
#include "repository/errors.h"

// The texts of this room's errors.
namespace trestle::rest {

// Beside an error: the HTTP status that it means, and its code in the problem document.
struct HttpRefusal : ErrorDetail {
  int status = 400;
  std::string_view code;  // a literal
};

namespace messages {

inline tl::unexpected<Error> Refused(int status, std::string_view code, std::string message) {
  auto detail = std::make_shared<HttpRefusal>();
  detail->status = status;
  detail->code = code;
  return tl::unexpected<Error>(Error{
      .code = ErrorCode::kValidation, .message = std::move(message), .detail = std::move(detail)});
}

inline tl::unexpected<Error> Bad(std::string_view what, std::vector<model::FieldError> fields) {
  auto detail = std::make_shared<repository::BadFields>();
  detail->fields = std::move(fields);
  return tl::unexpected<Error>(Error{
      .code = ErrorCode::kValidation, .message = std::string(what), .detail = std::move(detail)});
}
inline std::string_view BadQuery() { return "The query does not fit"; }
inline std::string_view BadPath() { return "The path does not fit"; }
inline std::string_view BadBody() { return "The body does not fit"; }
inline std::string GivenTwice() { return "is given more than once"; }
inline std::string OtherInPath() { return "is another one in the path"; }
inline std::string NotAWholeNumber() { return "is not a whole number"; }
inline std::string NotTrueOrFalse() { return "must be true or false"; }
inline std::string Taken() { return "is taken"; }
inline std::string NotAParameter() { return "is not a parameter"; }

inline tl::unexpected<Error> NoSuchPath(std::string_view path) {
  return Refused(404, "no-such-path", "There is nothing at " + std::string(path));
}
inline tl::unexpected<Error> UnreadablePath() {
  return Refused(400, "bad-url", "The percent-encoding of the URL is broken or not UTF-8");
}
inline tl::unexpected<Error> WrongMethod(std::string_view method, std::string_view allowed) {
  return Refused(405, "method-not-allowed",
                 std::string(method) + " is not possible here; " + std::string(allowed) + " is");
}
inline tl::unexpected<Error> NotJsonContent() {
  return Refused(415, "unsupported-media-type", "The body must be application/json");
}
inline tl::unexpected<Error> BodyTooLarge(std::size_t most) {
  return Refused(413, "too-large", "The body has more than " + std::to_string(most >> 20) + " MiB");
}
inline tl::unexpected<Error> UnreadableBody(std::string_view why) {
  return Refused(400, "bad-json", std::string(why));
}
inline tl::unexpected<Error> BodyIsNoObject() {
  return Refused(400, "bad-json", "The body must be a JSON object");
}
inline tl::unexpected<Error> NoItem(std::string_view entity) {
  return Refused(404, "missing", "There is no " + std::string(entity) + " with this key");
}
inline tl::unexpected<Error> PreconditionFailed(std::string_view why) {
  return Refused(412, "version", std::string(why));
}
inline std::string_view NoneMatches() { return "The item is not as If-Match says"; }
inline std::string_view NoVersion() {
  return "The entity has no version attribute, so If-Match cannot hold";
}
inline std::string_view ExistsAlready() { return "There is an item with this key already"; }
inline tl::unexpected<Error> NotSigned(std::string_view why) {
  return Refused(401, "not-signed", std::string(why));
}
inline tl::unexpected<Error> OriginNotAllowed(std::string_view origin) {
  return Refused(403, "origin",
                 "Pages of " + std::string(origin) + " may not change anything here");
}
inline tl::unexpected<Error> BadIdempotencyKey() {
  return Refused(400, "idempotency-key", "An idempotency key has 1 to 255 characters");
}
inline tl::unexpected<Error> TooBusy() {
  return Refused(503, "busy", "Too many requests wait for an answer; try again");
}
inline std::string InternalFailure() {
  return "The request failed here; the server's log says why";
}
inline std::string TableMissing() { return "A table of the model is not there"; }

}  // namespace messages
}  // namespace trestle::rest
