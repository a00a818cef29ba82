#include "auth/keyring.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <vector>

#include "auth/messages.h"

namespace trestle {
namespace {

constexpr Duration kTolerance = std::chrono::minutes(15);

std::string LowerCase(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

std::string_view FindHeader(const SignedRequest& request, std::string_view lower_name) {
  for (const SignedHeader& header : request.headers) {
    if (LowerCase(header.name) == lower_name) return header.value;
  }
  return {};
}

// Of an encoded query; what is looked for here needs no decoding.
std::string_view FindParameter(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    if (pair.starts_with(name) && pair.substr(name.size()).starts_with('=')) {
      return pair.substr(name.size() + 1);
    }
  }
  return {};
}

int Digits(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
  std::from_chars(text.data() + at, text.data() + at + count, value);
  return value;
}

// 20261115T090807Z
std::optional<TimePoint> ParseTimestamp(std::string_view text) {
  if (text.size() != 16 || text[8] != 'T' || text[15] != 'Z') return std::nullopt;
  for (std::size_t i = 0; i < 15; ++i) {
    if (i != 8 && std::isdigit(static_cast<unsigned char>(text[i])) == 0) return std::nullopt;
  }
  const std::chrono::year_month_day day(
      std::chrono::year(Digits(text, 0, 4)),
      std::chrono::month(static_cast<unsigned>(Digits(text, 4, 2))),
      std::chrono::day(static_cast<unsigned>(Digits(text, 6, 2))));
  if (!day.ok()) return std::nullopt;
  return std::chrono::sys_days(day) + std::chrono::hours(Digits(text, 9, 2)) +
         std::chrono::minutes(Digits(text, 11, 2)) + std::chrono::seconds(Digits(text, 13, 2));
}

// The headers that the request says it signed, in that order. In a query string ';' may be %3B.
std::vector<std::string> NamesOf(std::string_view signed_headers) {
  std::vector<std::string> names;
  while (!signed_headers.empty()) {
    const std::size_t end = std::min(
        {signed_headers.find(';'), signed_headers.find("%3B"), signed_headers.find("%3b")});
    names.push_back(LowerCase(signed_headers.substr(0, end)));
    if (end == std::string_view::npos) break;
    signed_headers.remove_prefix(end + (signed_headers[end] == ';' ? 1 : 3));
  }
  return names;
}

// Takes as long for a wrong signature as for the right one.
bool Same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

std::string SignatureOf(const SignedRequest& request, const Authorization& authorization,
                        std::string_view timestamp, std::string_view secret_key) {
  const std::vector<std::string> names = NamesOf(authorization.signed_headers);
  std::vector<SignedHeader> headers;
  headers.reserve(names.size());
  for (const std::string& name : names) headers.push_back({name, FindHeader(request, name)});
  std::string payload_hash;
  AppendHex(Sha256(request.body), payload_hash);
  const SigningScope scope{
      .date = authorization.date, .region = authorization.region, .service = authorization.service};
  std::string canonical;
  AppendCanonicalRequest({.method = request.method,
                          .path = request.path,
                          .query = request.query,
                          .headers = headers,
                          .payload_hash = payload_hash},
                         canonical);
  std::string to_sign;
  AppendStringToSign(timestamp, scope, canonical, to_sign);
  std::string signature;
  AppendHex(HmacSha256(DeriveSigningKey(secret_key, scope), to_sign), signature);
  return signature;
}

}  // namespace

Status SignatureVerifier::CheckTime(std::string_view timestamp) const {
  const std::optional<TimePoint> signed_at = ParseTimestamp(timestamp);
  if (!signed_at) return messages::TimestampUnreadable(timestamp);
  const TimePoint now = clock_.Now();
  if (*signed_at < now - kTolerance) {
    return messages::SignatureExpired(timestamp, SigningTimestamp(now - kTolerance),
                                      SigningTimestamp(now));
  }
  if (*signed_at > now + kTolerance) {
    return messages::SignatureTooEarly(timestamp, SigningTimestamp(now + kTolerance),
                                       SigningTimestamp(now));
  }
  return {};
}

Result<const KnownKey*> SignatureVerifier::Verify(const Authorization& authorization,
                                                  const SignedRequest& request) const {
  const auto key = keys_.find(authorization.access_key);
  if (key == keys_.end()) return messages::UnrecognizedClient();
  const std::string_view timestamp = authorization.in_query
                                         ? FindParameter(request.query, "X-Amz-Date")
                                         : FindHeader(request, "x-amz-date");
  TRESTLE_RETURN_IF_ERROR(CheckTime(timestamp));
  if (timestamp.substr(0, authorization.date.size()) != authorization.date) {
    return messages::ScopeOfAnotherDay(authorization.date, timestamp);
  }
  const std::string expected =
      SignatureOf(request, authorization, timestamp, key->second.secret_key);
  if (!Same(expected, authorization.signature)) return messages::SignatureDoesNotMatch();
  return &key->second;
}

}  // namespace trestle
