#include "expression/token.h"

#include <array>
#include <utility>

namespace trestle {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsWordPart(char c) { return IsLetter(c) || IsDigit(c) || c == '_'; }
bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

bool EqualsIgnoringCase(std::string_view word, std::string_view upper) {
  if (word.size() != upper.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if ((word[i] & ~0x20) != upper[i]) return false;
  }
  return true;
}

constexpr std::array<std::pair<std::string_view, TokenKind>, 9> kKeywords = {{
    {"AND", TokenKind::kAnd},
    {"OR", TokenKind::kOr},
    {"NOT", TokenKind::kNot},
    {"IN", TokenKind::kIn},
    {"BETWEEN", TokenKind::kBetween},
    {"SET", TokenKind::kSet},
    {"ADD", TokenKind::kAdd},
    {"DELETE", TokenKind::kDelete},
    {"REMOVE", TokenKind::kRemove},
}};

TokenKind WordKind(std::string_view word) {
  for (const auto& [keyword, kind] : kKeywords) {
    if (EqualsIgnoringCase(word, keyword)) return kind;
  }
  return TokenKind::kName;
}

std::size_t WordEnd(std::string_view text, std::size_t from) {
  while (from < text.size() && IsWordPart(text[from])) ++from;
  return from;
}

std::size_t IndexEnd(std::string_view text, std::size_t from) {
  if (text[from] == '0') return from + 1;  // 03 is two tokens
  while (from < text.size() && IsDigit(text[from])) ++from;
  return from;
}

// The whole of a UTF-8 sequence, so that an error text is never cut inside one.
std::size_t CharacterEnd(std::string_view text, std::size_t from) {
  ++from;
  while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0) == 0x80) ++from;
  return from;
}

TokenKind PunctuationKind(char c) {
  switch (c) {
    case '=':
      return TokenKind::kEqual;
    case '<':
      return TokenKind::kLess;
    case '>':
      return TokenKind::kGreater;
    case '+':
      return TokenKind::kPlus;
    case '-':
      return TokenKind::kMinus;
    case '.':
      return TokenKind::kDot;
    case ',':
      return TokenKind::kComma;
    case '(':
      return TokenKind::kOpen;
    case ')':
      return TokenKind::kClose;
    case '[':
      return TokenKind::kOpenBracket;
    case ']':
      return TokenKind::kCloseBracket;
    default:
      return TokenKind::kUnknown;
  }
}

Token NextToken(std::string_view text, std::size_t at) {
  const auto token = [at](TokenKind kind, std::size_t end) { return Token{kind, at, end - at}; };
  const char c = text[at];
  const char next = at + 1 < text.size() ? text[at + 1] : '\0';
  if (IsLetter(c)) {
    const std::size_t end = WordEnd(text, at);
    return token(WordKind(text.substr(at, end - at)), end);
  }
  if (IsDigit(c)) return token(TokenKind::kIndex, IndexEnd(text, at));
  if (c == '#' && IsWordPart(next))
    return token(TokenKind::kNamePlaceholder, WordEnd(text, at + 1));
  if (c == ':' && IsWordPart(next))
    return token(TokenKind::kValuePlaceholder, WordEnd(text, at + 1));
  if (c == '<' && next == '>') return token(TokenKind::kNotEqual, at + 2);
  if (c == '<' && next == '=') return token(TokenKind::kLessOrEqual, at + 2);
  if (c == '>' && next == '=') return token(TokenKind::kGreaterOrEqual, at + 2);
  return token(PunctuationKind(c), CharacterEnd(text, at));
}

}  // namespace

std::vector<Token> Tokenize(std::string_view text) {
  std::vector<Token> tokens;
  tokens.reserve(text.size() / 3 + 1);
  for (std::size_t at = 0; at < text.size();) {
    if (IsSpace(text[at])) {
      ++at;
      continue;
    }
    tokens.push_back(NextToken(text, at));
    at += tokens.back().size;
  }
  tokens.push_back(Token{TokenKind::kEnd, text.size(), 0});
  return tokens;
}

}  // namespace trestle
