#include "auth/signing.h"

#include <cstdio>
#include <utility>

#include "auth/canonical_text.h"

namespace trestle {
namespace {

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";
constexpr std::string_view kTermination = "aws4_request";
constexpr std::size_t kDateSize = 8;  // of a timestamp, 20261115

}  // namespace

void AppendSignedHeaders(std::span<const SignedHeader> headers, std::string& out) {
  for (std::size_t i = 0; i < headers.size(); ++i) {
    if (i > 0) out.push_back(';');
    out.append(headers[i].name);
  }
}

void AppendCanonicalRequest(const RequestToSign& request, std::string& out) {
  out.append(request.method).push_back('\n');
  if (request.signed_path == SignedPath::kAsSent) {
    out.append(request.path);
  } else {
    AppendCanonicalPath(request.path, out);
  }
  out.push_back('\n');
  AppendCanonicalQuery(request.query, out);
  out.push_back('\n');
  for (const SignedHeader& header : request.headers) {
    out.append(header.name).push_back(':');
    AppendCanonicalValue(header.value, out);
    out.push_back('\n');
  }
  out.push_back('\n');
  AppendSignedHeaders(request.headers, out);
  out.append("\n").append(request.payload_hash);
}

void AppendScope(const SigningScope& scope, std::string& out) {
  out.append(scope.date).append("/").append(scope.region).append("/");
  out.append(scope.service).append("/").append(kTermination);
}

void AppendStringToSign(std::string_view timestamp, const SigningScope& scope,
                        std::string_view canonical_request, std::string& out) {
  out.append(kAlgorithm).append("\n").append(timestamp).append("\n");
  AppendScope(scope, out);
  out.push_back('\n');
  AppendHex(Sha256(canonical_request), out);
}

Sha256Digest DeriveSigningKey(std::string_view secret_key, const SigningScope& scope) {
  Sha256Digest key = HmacSha256(std::string("AWS4").append(secret_key), scope.date);
  for (const std::string_view part : {scope.region, scope.service, kTermination}) {
    key = HmacSha256(key, part);
  }
  return key;
}

std::string SigningTimestamp(TimePoint time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::seconds>(time - day));
  char text[40];
  const int size = std::snprintf(
      text, sizeof text, "%04d%02u%02uT%02d%02d%02dZ", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
      static_cast<int>(clock.seconds().count()));
  return {text, static_cast<std::size_t>(size)};
}

Signer::Signer(Credentials credentials, std::string region, std::string service)
    : credentials_(std::move(credentials)),
      region_(std::move(region)),
      service_(std::move(service)) {}

const Sha256Digest& Signer::KeyFor(const SigningScope& scope) {
  if (key_date_ != scope.date) {
    key_ = DeriveSigningKey(credentials_.secret_key, scope);
    key_date_ = scope.date;
  }
  return key_;
}

void Signer::AppendAuthorization(const RequestToSign& request, std::string_view timestamp,
                                 std::string& out) {
  const SigningScope scope = {
      .date = timestamp.substr(0, kDateSize), .region = region_, .service = service_};
  canonical_request_.clear();
  AppendCanonicalRequest(request, canonical_request_);
  string_to_sign_.clear();
  AppendStringToSign(timestamp, scope, canonical_request_, string_to_sign_);

  out.append(kAlgorithm).append(" Credential=").append(credentials_.access_key).push_back('/');
  AppendScope(scope, out);
  out.append(", SignedHeaders=");
  AppendSignedHeaders(request.headers, out);
  out.append(", Signature=");
  AppendHex(HmacSha256(KeyFor(scope), string_to_sign_), out);
}

}  // namespace trestle
