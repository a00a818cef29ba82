#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// Every text of this room that a user can get.
namespace trestle::client::messages {

inline tl::unexpected<Error> BadEndpoint(std::string_view url) {
  return Fail(ErrorCode::kValidation,
              "'" + std::string(url) + "' is not an endpoint: write http://HOST:PORT");
}
inline tl::unexpected<Error> UnknownHost(std::string_view host, std::string_view reason) {
  return Fail(ErrorCode::kResourceNotFound,
              "cannot find the host '" + std::string(host) + "': " + std::string(reason));
}
inline tl::unexpected<Error> Unreachable(std::string_view url, std::string_view reason) {
  return Fail(ErrorCode::kResourceNotFound,
              std::string(url) + " does not answer (" + std::string(reason) +
                  "): start a server there, e.g. `trestle serve --memory`, or name another with "
                  "--endpoint");
}
inline tl::unexpected<Error> CannotOpen(std::string_view call, std::string_view reason) {
  return Fail(ErrorCode::kInternalServerError,
              "cannot open more connections: " + std::string(call) + ": " + std::string(reason) +
                  "; try fewer --connections, or a higher `ulimit -n`");
}

}  // namespace trestle::client::messages
