#include "rest/url.h"

#include <algorithm>
#include <utility>

#include "json/json.h"

namespace trestle::rest {
namespace {

int DigitOf(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool IsUnreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

}  // namespace

std::optional<std::string> Decoded(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    if (text.size() - i < 3) return std::nullopt;
    const int high = DigitOf(text[i + 1]);
    const int low = DigitOf(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  if (!IsUtf8(decoded)) return std::nullopt;
  return decoded;
}

std::string Encoded(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    if (IsUnreserved(c)) {
      encoded += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    encoded += '%';
    encoded += kDigits[byte / 16];
    encoded += kDigits[byte % 16];
  }
  return encoded;
}

std::optional<std::vector<std::string>> SegmentsOf(std::string_view path) {
  std::vector<std::string> segments;
  while (!path.empty()) {
    path.remove_prefix(path.front() == '/' ? 1 : 0);
    const std::size_t end = std::min(path.find('/'), path.size());
    std::optional<std::string> segment = Decoded(path.substr(0, end));
    if (!segment) return std::nullopt;
    segments.push_back(*std::move(segment));
    path.remove_prefix(end);
  }
  return segments;
}

std::optional<std::vector<QueryArgument>> QueryOf(std::string_view query) {
  std::vector<QueryArgument> arguments;
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    std::string argument(query.substr(0, end));
    query.remove_prefix(std::min(end + 1, query.size()));
    if (argument.empty()) continue;
    std::ranges::replace(argument, '+', ' ');
    const std::size_t equals = std::min(argument.find('='), argument.size());
    std::optional<std::string> name = Decoded(std::string_view(argument).substr(0, equals));
    std::optional<std::string> value =
        Decoded(std::string_view(argument).substr(std::min(equals + 1, argument.size())));
    if (!name || !value) return std::nullopt;
    arguments.push_back({*std::move(name), *std::move(value)});
  }
  return arguments;
}

}  // namespace trestle::rest
