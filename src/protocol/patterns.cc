#include "protocol/patterns.h"

#include <algorithm>

namespace trestle {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetterOrDigit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || IsDigit(c);
}
bool IsHexDigit(char c) { return IsDigit(c) || (c >= 'a' && c <= 'f'); }
bool IsNameCharacter(char c) { return IsLetterOrDigit(c) || c == '_' || c == '.' || c == '-'; }

template <class Is>
bool All(std::string_view text, Is is) {
  return std::all_of(text.begin(), text.end(), is);
}

bool IsName(std::string_view text) { return !text.empty() && All(text, IsNameCharacter); }
bool IsToken(std::string_view text) {
  return !text.empty() && text.find('$') == std::string_view::npos;
}
bool IsBucket(std::string_view text) {
  return text.size() > 1 && IsLetterOrDigit(text.front()) && IsLetterOrDigit(text.back()) &&
         All(text, IsNameCharacter);
}
bool IsAccount(std::string_view text) { return text.size() == 12 && All(text, IsDigit); }
bool IsDelimiter(std::string_view text) {
  return text.size() == 1 && std::string_view(",;:|\t ").find(text[0]) != std::string_view::npos;
}
bool IsColumn(std::string_view text) {
  return All(text, [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != ','; });
}
bool IsImportToken(std::string_view text) {
  return !text.empty() && text.size() % 16 == 0 && All(text, IsHexDigit);
}

struct Pattern {
  std::string_view text;
  bool (*matches)(std::string_view);
};
constexpr Pattern kPatterns[] = {{kNamePattern, IsName},
                                 {R"(^[^\$]+$)", IsToken},
                                 {R"(^[a-z0-9A-Z]+[\.\-\w]*[a-z0-9A-Z]+$)", IsBucket},
                                 {"[0-9]{12}", IsAccount},
                                 {R"([,;:|\t ])", IsDelimiter},
                                 {R"([\x20-\x21\x23-\x2B\x2D-\x7E]*)", IsColumn},
                                 {"([0-9a-f]{16})+", IsImportToken}};

}  // namespace

bool MatchesPattern(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return true;
  const auto* const found = std::find_if(std::begin(kPatterns), std::end(kPatterns),
                                         [&](const Pattern& one) { return one.text == pattern; });
  return found == std::end(kPatterns) || found->matches(text);
}

}  // namespace trestle
