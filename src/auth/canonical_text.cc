#include "auth/canonical_text.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace trestle {
namespace {

constexpr std::string_view kSignatureParameter = "X-Amz-Signature";

bool IsUnreserved(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

std::optional<int> DigitOf(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

// A percent sign that no two digits follow stands for itself.
std::string Decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      const std::optional<int> high = DigitOf(text[i + 1]), low = DigitOf(text[i + 2]);
      if (high && low) {
        decoded.push_back(static_cast<char>(*high * 16 + *low));
        i += 2;
        continue;
      }
    }
    decoded.push_back(text[i]);
  }
  return decoded;
}

std::string Reencoded(std::string_view text) {
  std::string encoded;
  AppendEncoded(Decoded(text), encoded);
  return encoded;
}

}  // namespace

void AppendEncoded(std::string_view text, std::string& out) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char c : text) {
    if (IsUnreserved(c)) {
      out.push_back(c);
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out.push_back('%');
      out.push_back(kDigits[byte >> 4]);
      out.push_back(kDigits[byte & 15]);
    }
  }
}

void AppendCanonicalPath(std::string_view path, std::string& out) {
  std::vector<std::string_view> segments;
  const bool ends_with_slash = path.ends_with('/') || path.ends_with("/.") || path.ends_with("/..");
  while (!path.empty()) {
    const std::size_t end = path.find('/');
    const std::string_view segment = path.substr(0, end);
    path = end == std::string_view::npos ? std::string_view() : path.substr(end + 1);
    if (segment.empty() || segment == ".") continue;
    if (segment != "..") {
      segments.push_back(segment);
    } else if (!segments.empty()) {
      segments.pop_back();
    }
  }
  for (const std::string_view segment : segments) {
    out.push_back('/');
    AppendEncoded(segment, out);
  }
  if (segments.empty() || ends_with_slash) out.push_back('/');
}

void AppendCanonicalQuery(std::string_view query, std::string& out) {
  std::vector<std::pair<std::string, std::string>> parameters;
  while (!query.empty()) {
    const std::size_t end = query.find('&');
    const std::string_view parameter = query.substr(0, end);
    query = end == std::string_view::npos ? std::string_view() : query.substr(end + 1);
    const std::size_t equals = parameter.find('=');
    const std::string_view name = parameter.substr(0, equals);
    if (parameter.empty() || name == kSignatureParameter) continue;
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : parameter.substr(equals + 1);
    parameters.emplace_back(Reencoded(name), Reencoded(value));
  }
  std::sort(parameters.begin(), parameters.end());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (i > 0) out.push_back('&');
    out.append(parameters[i].first).append("=").append(parameters[i].second);
  }
}

void AppendCanonicalValue(std::string_view value, std::string& out) {
  // Nearly every value is in that form already.
  if (value.find(' ') == std::string_view::npos && value.find('\t') == std::string_view::npos) {
    out.append(value);
    return;
  }
  bool pending_blank = false;
  bool started = false;
  for (const char c : value) {
    if (c == ' ' || c == '\t') {
      pending_blank = started;
      continue;
    }
    if (pending_blank) out.push_back(' ');
    pending_blank = false;
    started = true;
    out.push_back(c);
  }
}

}  // namespace trestle
