#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

// The texts of this room's errors, as the service spells them.
namespace trestle::messages {

inline tl::unexpected<Error> MissingAuthenticationToken() {
  return Fail(ErrorCode::kMissingAuthenticationToken, "Request is missing Authentication Token");
}
inline tl::unexpected<Error> SignedTwice() {
  return Fail(
      ErrorCode::kInvalidSignature,
      "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.");
}
inline std::string HeaderRequires(std::string_view parameter) {
  return std::string("Authorization header requires '").append(parameter).append("' parameter. ");
}
inline std::string HeaderRequiresDate() {
  return "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
}
inline tl::unexpected<Error> IncompleteHeader(std::string missing, std::string_view header) {
  return Fail(ErrorCode::kIncompleteSignature,
              std::move(missing.append("Authorization=").append(header)));
}
inline tl::unexpected<Error> NotAPair(std::string_view piece, std::string_view header) {
  return Fail(
      ErrorCode::kIncompleteSignature,
      std::string("'")
          .append(piece)
          .append("' not a valid key=value pair (missing equal-sign) in Authorization header: '")
          .append(header)
          .append("'."));
}
inline std::string QueryRequires(std::string_view parameter) {
  return std::string("AWS query-string parameters must include '").append(parameter).append("'. ");
}
inline tl::unexpected<Error> IncompleteQuery(std::string missing) {
  return Fail(ErrorCode::kIncompleteSignature,
              std::move(missing.append("Re-examine the query-string parameters.")));
}

// Signatures that are verified.
inline tl::unexpected<Error> UnrecognizedClient() {
  return Fail(ErrorCode::kUnrecognizedClient,
              "The security token included in the request is invalid.");
}
inline tl::unexpected<Error> SignatureDoesNotMatch() {
  return Fail(ErrorCode::kInvalidSignature,
              "The request signature we calculated does not match the signature you provided. "
              "Check your AWS Secret Access Key and signing method. Consult the service "
              "documentation for details.");
}
// `earliest` and `latest` are `now` without and with the tolerance of 15 minutes.
inline tl::unexpected<Error> SignatureExpired(std::string_view timestamp, std::string_view earliest,
                                              std::string_view now) {
  return Fail(ErrorCode::kInvalidSignature, std::string("Signature expired: ")
                                                .append(timestamp)
                                                .append(" is now earlier than ")
                                                .append(earliest)
                                                .append(" (")
                                                .append(now)
                                                .append(" - 15 min.)"));
}
inline tl::unexpected<Error> SignatureTooEarly(std::string_view timestamp, std::string_view latest,
                                               std::string_view now) {
  return Fail(ErrorCode::kInvalidSignature, std::string("Signature not yet current: ")
                                                .append(timestamp)
                                                .append(" is still later than ")
                                                .append(latest)
                                                .append(" (")
                                                .append(now)
                                                .append(" + 15 min.)"));
}
inline tl::unexpected<Error> TimestampUnreadable(std::string_view timestamp) {
  return Fail(ErrorCode::kIncompleteSignature,
              std::string("Date must be in ISO-8601 'basic format'. Got '")
                  .append(timestamp)
                  .append("'. See http://en.wikipedia.org/wiki/ISO_8601"));
}
inline tl::unexpected<Error> ScopeOfAnotherDay(std::string_view scope, std::string_view timestamp) {
  return Fail(ErrorCode::kInvalidSignature,
              std::string("Date in Credential scope does not match YYYYMMDD from ISO-8601 version "
                          "of date from HTTP: '")
                  .append(scope)
                  .append("' != '")
                  .append(timestamp.substr(0, 8))
                  .append("', from '")
                  .append(timestamp)
                  .append("'."));
}

}  // namespace trestle::messages
