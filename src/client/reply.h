#pragma once

#include <string>
#include <string_view>

namespace trestle::client {

// The answer to one request.
struct Reply {
  int status = 0;
  std::string body;
  std::string entity_tag = {};  // of the header ETag, as it stands there

  // The exception's name without what stands before it, e.g. ResourceInUseException; "HTTP 503" if
  // the body does not say.
  std::string ErrorType() const;
  // What the body says of the error, as it stands there; empty if it says nothing.
  std::string_view ErrorText() const;
};
std::string ErrorTypeOf(int status, std::string_view body);
// Whether the same request may be answered better a little later: the server is throttling, failing
// or not there (status 0).
bool MayPass(int status, std::string_view error_type);

}  // namespace trestle::client
