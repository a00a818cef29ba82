#pragma once

#include "auth/authorization.h"
#include "auth/keyring.h"
#include "http/request.h"

namespace trestle {

// The signature that the request carries, not yet verified.
Result<Authorization> AuthorizationOf(const http::Request& request);

// Whose key has signed it, or the service's refusal.
Result<const KnownKey*> SignerOf(const http::Request& request, const SignatureVerifier& verifier);

}  // namespace trestle
