#include "protocol/signatures.h"

#include <vector>

namespace trestle {

Result<Authorization> AuthorizationOf(const http::Request& request) {
  return ParseAuthorization({.authorization = request.Find("Authorization"),
                             .has_date = request.Find("X-Amz-Date") || request.Find("Date"),
                             .query = request.query});
}

Result<const KnownKey*> SignerOf(const http::Request& request, const SignatureVerifier& verifier) {
  TRESTLE_TRY(const Authorization authorization, AuthorizationOf(request));
  std::vector<SignedHeader> headers;
  headers.reserve(request.headers.size());
  for (const http::Header& header : request.headers) headers.push_back({header.name, header.value});
  return verifier.Verify(authorization, {.method = request.method_name,
                                         .path = request.path,
                                         .query = request.query,
                                         .headers = headers,
                                         .body = request.wire_body});
}

}  // namespace trestle
