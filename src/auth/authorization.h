#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace trestle {

// What a request says of who sent it. The views point into the request.
struct SignedParts {
  std::optional<std::string_view> authorization;  // the header
  bool has_date = false;                          // an X-Amz-Date or Date header
  std::string_view query;                         // of the request's target, not decoded
};

// A Signature Version 4 as the request carries it, in its header or its query string; not yet
// verified. The views point into the request.
struct Authorization {
  std::string_view access_key;
  std::string_view date;    // of the credential's scope, 20261115
  std::string_view region;  // empty if the scope has none
  std::string_view service;
  std::string_view signed_headers;
  std::string_view signature;
  bool in_query = false;
};

// Whether the request is signed at all, as the service looks at it before it looks up the key:
// every part is there, in one place only.
Result<Authorization> ParseAuthorization(const SignedParts& parts);

}  // namespace trestle
