#include "auth/authorization.h"

#include <algorithm>
#include <array>

#include "auth/messages.h"
#include "base/trimmed.h"

namespace trestle {
namespace {

constexpr std::string_view kScheme = "AWS4-";

// The next piece up to `separator`; `rest` keeps what follows.
std::string_view NextPiece(std::string_view& rest, char separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view piece = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  return piece;
}

// "AKID/20261115/us-east-1/dynamodb/aws4_request"; in a query string the slashes may be %2F.
void ReadCredential(std::string_view credential, Authorization& authorization) {
  const auto next = [&] {
    const std::size_t slash = credential.find('/');
    const std::size_t encoded = authorization.in_query
                                    ? std::min(credential.find("%2F"), credential.find("%2f"))
                                    : std::string_view::npos;
    const std::size_t end = std::min(slash, encoded);
    const std::string_view part = credential.substr(0, end);
    credential = end == std::string_view::npos ? std::string_view()
                                               : credential.substr(end + (end == slash ? 1 : 3));
    return part;
  };
  authorization.access_key = next();
  authorization.date = next();
  authorization.region = next();
  authorization.service = next();
}

Result<Authorization> ParseHeader(std::string_view header, bool has_date) {
  Authorization authorization;
  std::string_view credential;
  std::string_view rest = header;
  NextPiece(rest, ' ');
  while (!rest.empty()) {
    // Commas or spaces, or both, stand between the pairs.
    std::string_view words = NextPiece(rest, ',');
    while (!words.empty()) {
      const std::string_view word = NextPiece(words, ' ');
      if (word.empty()) continue;
      if (word.find('=') == std::string_view::npos) return messages::NotAPair(word, header);
      std::string_view value = word;
      const std::string_view name = NextPiece(value, '=');
      if (name == "Credential") credential = value;
      if (name == "Signature") authorization.signature = value;
      if (name == "SignedHeaders") authorization.signed_headers = value;
    }
  }
  std::string missing;
  if (credential.empty()) missing += messages::HeaderRequires("Credential");
  if (authorization.signature.empty()) missing += messages::HeaderRequires("Signature");
  if (authorization.signed_headers.empty()) missing += messages::HeaderRequires("SignedHeaders");
  if (!has_date) missing += messages::HeaderRequiresDate();
  if (!missing.empty()) return messages::IncompleteHeader(std::move(missing), header);
  ReadCredential(credential, authorization);
  return authorization;
}

Result<Authorization> ParseQuery(std::string_view query) {
  constexpr std::array<std::string_view, 5> kNames = {"X-Amz-Algorithm", "X-Amz-Credential",
                                                      "X-Amz-Signature", "X-Amz-SignedHeaders",
                                                      "X-Amz-Date"};
  std::array<std::string_view, kNames.size()> values;
  while (!query.empty()) {
    std::string_view value = NextPiece(query, '&');
    const std::string_view name = NextPiece(value, '=');
    for (std::size_t i = 0; i < kNames.size(); ++i) {
      if (name == kNames[i]) values[i] = value;
    }
  }
  std::string missing;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (values[i].empty()) missing += messages::QueryRequires(kNames[i]);
  }
  if (!missing.empty()) return messages::IncompleteQuery(std::move(missing));
  Authorization authorization{
      .signed_headers = values[3], .signature = values[2], .in_query = true};
  ReadCredential(values[1], authorization);
  return authorization;
}

bool HasParameter(std::string_view query, std::string_view wanted) {
  while (!query.empty()) {
    std::string_view value = NextPiece(query, '&');
    if (NextPiece(value, '=') == wanted) return true;
  }
  return false;
}

}  // namespace

Result<Authorization> ParseAuthorization(const SignedParts& parts) {
  const std::string_view header = Trimmed(parts.authorization.value_or(""));
  const bool in_query = HasParameter(parts.query, "X-Amz-Algorithm");
  if (!header.empty() && in_query) return messages::SignedTwice();
  if (in_query) return ParseQuery(parts.query);
  if (!header.starts_with(kScheme)) return messages::MissingAuthenticationToken();
  return ParseHeader(header, parts.has_date);
}

}  // namespace trestle
