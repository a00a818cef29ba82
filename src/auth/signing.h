#pragma once

#include <span>
#include <string>
#include <string_view>

#include "auth/sha256.h"
#include "base/clock.h"

// AWS Signature Version 4, for both ends: who sends a request signs it, who receives it makes the
// same signature and compares.
namespace trestle {

struct SignedHeader {
  std::string_view name;   // in lower case
  std::string_view value;  // as sent; blanks around it and runs of blanks do not count
};

// Object stores sign the path as it is sent; other services encode it once more.
enum class SignedPath { kEncodedOnceMore, kAsSent };

// What a signature covers. The views point into the request.
struct RequestToSign {
  std::string_view method;
  std::string_view path = "/";            // as sent, encoded
  std::string_view query;                 // as sent, encoded; X-Amz-Signature is left out
  std::span<const SignedHeader> headers;  // those that are signed, sorted by name
  std::string_view payload_hash;          // SHA-256 of the body in hex
  SignedPath signed_path = SignedPath::kEncodedOnceMore;
};

// For what a signing key is good.
struct SigningScope {
  std::string_view date;  // 20261115
  std::string_view region;
  std::string_view service;
};

// The steps of the algorithm. Each appends its text.
void AppendCanonicalRequest(const RequestToSign& request, std::string& out);
void AppendSignedHeaders(std::span<const SignedHeader> headers, std::string& out);
void AppendScope(const SigningScope& scope, std::string& out);  // date/region/service/aws4_request
void AppendStringToSign(std::string_view timestamp, const SigningScope& scope,
                        std::string_view canonical_request, std::string& out);
Sha256Digest DeriveSigningKey(std::string_view secret_key, const SigningScope& scope);

// 20261115T090807Z.
std::string SigningTimestamp(TimePoint time);

struct Credentials {
  std::string access_key;
  std::string secret_key;
  std::string session_token;  // empty for credentials that do not expire
};

// Signs requests of one caller to one service. The key is derived once a day. Not safe to share
// between threads.
class Signer {
 public:
  Signer(Credentials credentials, std::string region, std::string service);

  const Credentials& credentials() const { return credentials_; }
  // Appends the value of the Authorization header. `timestamp` is what the x-amz-date header says.
  void AppendAuthorization(const RequestToSign& request, std::string_view timestamp,
                           std::string& out);

 private:
  const Sha256Digest& KeyFor(const SigningScope& scope);

  Credentials credentials_;
  std::string region_;
  std::string service_;
  std::string key_date_;  // of key_; empty before the first signature
  Sha256Digest key_{};
  std::string canonical_request_;  // kept for their memory
  std::string string_to_sign_;
};

}  // namespace trestle
