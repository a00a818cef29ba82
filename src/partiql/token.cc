#include "partiql/token.h"

#include <array>
#include <utility>

#include "partiql/keywords.h"
#include "partiql/messages.h"

namespace trestle::partiql {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool IsWordPart(char c) { return IsWordStart(c) || IsDigit(c); }
bool IsSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

std::string UpperCase(std::string_view word) {
  std::string upper(word);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return upper;
}

// Longer signs first.
constexpr std::array<std::pair<std::string_view, TokenKind>, 26> kSigns = {{
    {"<<", TokenKind::kOpenSet},
    {">>", TokenKind::kCloseSet},
    {"<>", TokenKind::kNotEqual},
    {"!=", TokenKind::kNotEqual},
    {"<=", TokenKind::kLessOrEqual},
    {">=", TokenKind::kGreaterOrEqual},
    {"||", TokenKind::kOtherOperator},
    {"=", TokenKind::kEqual},
    {"<", TokenKind::kLess},
    {">", TokenKind::kGreater},
    {"+", TokenKind::kPlus},
    {"-", TokenKind::kMinus},
    {"*", TokenKind::kStar},
    {"/", TokenKind::kOtherOperator},
    {"%", TokenKind::kOtherOperator},
    {"@", TokenKind::kOtherOperator},
    {".", TokenKind::kDot},
    {",", TokenKind::kComma},
    {":", TokenKind::kColon},
    {";", TokenKind::kSemicolon},
    {"(", TokenKind::kOpen},
    {")", TokenKind::kClose},
    {"[", TokenKind::kOpenBracket},
    {"]", TokenKind::kCloseBracket},
    {"{", TokenKind::kOpenBrace},
    {"}", TokenKind::kCloseBrace},
}};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Result<std::vector<Token>> Run() {
    while (true) {
      TRESTLE_RETURN_IF_ERROR(SkipBlanks());
      if (at_ == text_.size()) break;
      TRESTLE_RETURN_IF_ERROR(ReadToken());
    }
    tokens_.push_back(Token{TokenKind::kEnd, at_, 0});
    return std::move(tokens_);
  }

 private:
  bool StartsWith(std::string_view start) const { return text_.substr(at_).starts_with(start); }
  char At(std::size_t place) const { return place < text_.size() ? text_[place] : '\0'; }

  Status SkipBlanks() {
    while (at_ < text_.size()) {
      if (IsSpace(text_[at_])) {
        ++at_;
      } else if (StartsWith("--")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (StartsWith("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) return messages::InvalidCharacter();
        at_ = end + 2;
      } else {
        break;
      }
    }
    return {};
  }

  Status ReadToken() {
    const char c = text_[at_];
    if (IsWordStart(c)) return ReadWord();
    if (IsDigit(c) || (c == '.' && IsDigit(At(at_ + 1)))) return ReadNumber();
    if (c == '\'') return ReadQuoted(TokenKind::kString);
    if (c == '"') return ReadQuoted(TokenKind::kName);
    if (c == '?') return Add(TokenKind::kParameter, at_ + 1);
    for (const auto& [sign, kind] : kSigns) {
      if (StartsWith(sign)) return Add(kind, at_ + sign.size());
    }
    return messages::InvalidCharacter();
  }

  Status ReadWord() {
    std::size_t end = at_;
    while (IsWordPart(At(end))) ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    std::string upper = UpperCase(word);
    if (IsKeyword(upper)) return Add(TokenKind::kKeyword, end, std::move(upper));
    return Add(TokenKind::kName, end, std::string(word));
  }

  Status ReadNumber() {
    std::size_t end = at_;
    while (IsDigit(At(end))) ++end;
    if (At(end) == '.') {
      ++end;
      while (IsDigit(At(end))) ++end;
    }
    if (At(end) == 'e' || At(end) == 'E') {
      const bool sign = At(end + 1) == '+' || At(end + 1) == '-';
      const std::size_t digits = end + (sign ? 2 : 1);
      if (!IsDigit(At(digits))) return messages::InvalidCharacter();
      end = digits;
      while (IsDigit(At(end))) ++end;
    }
    if (IsWordPart(At(end))) return messages::InvalidCharacter();
    return Add(TokenKind::kNumber, end, std::string(text_.substr(at_, end - at_)));
  }

  // A quote inside is written twice.
  Status ReadQuoted(TokenKind kind) {
    const char quote = text_[at_];
    std::string content;
    for (std::size_t end = at_ + 1; end < text_.size(); ++end) {
      if (text_[end] != quote) {
        content += text_[end];
      } else if (At(end + 1) == quote) {
        content += quote;
        ++end;
      } else {
        return Add(kind, end + 1, std::move(content));
      }
    }
    return messages::InvalidCharacter();
  }

  Status Add(TokenKind kind, std::size_t end, std::string text = {}) {
    tokens_.push_back(Token{kind, at_, end - at_, std::move(text)});
    at_ = end;
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

Result<std::vector<Token>> Tokenize(std::string_view statement) { return Lexer(statement).Run(); }

}  // namespace trestle::partiql
