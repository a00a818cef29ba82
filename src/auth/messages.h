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

}  // namespace trestle::messages
