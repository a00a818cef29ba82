#pragma once

#include <map>
#include <string>
#include <string_view>

#include "auth/authorization.h"
#include "auth/signing.h"
#include "base/clock.h"
#include "base/result.h"

namespace trestle {

// What a server knows of one access key.
struct KnownKey {
  std::string secret_key;
  bool admin = false;
};
using Keyring = std::map<std::string, KnownKey, std::less<>>;  // by access key

// The parts of a request that a signature may cover. The views point into the request.
struct SignedRequest {
  std::string_view method;
  std::string_view path;
  std::string_view query;
  std::span<const SignedHeader> headers;  // all of them, with the names as sent
  std::string_view body;                  // as it was sent
};

// Verifies signatures against the keys that it knows. Safe to share between threads.
class SignatureVerifier {
 public:
  // `clock` outlives it, and tells the time by which clients sign.
  SignatureVerifier(Keyring keys, const Clock& clock) : keys_(std::move(keys)), clock_(clock) {}

  // The key that has signed the request, or the service's refusal, in its order: the key is known,
  // the request is signed for now, by that key.
  Result<const KnownKey*> Verify(const Authorization& authorization,
                                 const SignedRequest& request) const;

 private:
  Status CheckTime(std::string_view timestamp) const;

  const Keyring keys_;
  const Clock& clock_;
};

}  // namespace trestle
