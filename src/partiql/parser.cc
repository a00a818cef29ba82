#include "partiql/parser.h"

#include <algorithm>
#include <charconv>

#include "partiql/messages.h"

namespace trestle::partiql {
namespace {

std::string_view NameOf(TokenKind kind) {
  switch (kind) {
    case TokenKind::kEqual:
      return "'='";
    case TokenKind::kStar:
      return "STAR";
    case TokenKind::kColon:
      return "COLON";
    case TokenKind::kOpen:
      return "LEFT_PAREN";
    case TokenKind::kClose:
      return "RIGHT_PAREN";
    case TokenKind::kOpenBracket:
      return "LEFT_BRACKET";
    case TokenKind::kCloseBracket:
      return "RIGHT_BRACKET";
    case TokenKind::kCloseBrace:
      return "RIGHT_CURLY";
    case TokenKind::kCloseSet:
      return "RIGHT_DOUBLE_ANGLE_BRACKET";
    default:
      return "token";
  }
}

}  // namespace

bool IsWord(std::string_view word, std::string_view upper) {
  return std::equal(word.begin(), word.end(), upper.begin(), upper.end(), [](char a, char b) {
    return (a >= 'a' && a <= 'z' ? static_cast<char>(a - 'a' + 'A') : a) == b;
  });
}

bool Parser::TakeIf(TokenKind kind) {
  if (!At(kind)) return false;
  Take();
  return true;
}

bool Parser::TakeIfKeyword(std::string_view word) {
  if (!AtKeyword(word)) return false;
  Take();
  return true;
}

Status Parser::Expect(TokenKind kind) {
  if (!TakeIf(kind)) return messages::ExpectedToken(NameOf(kind));
  return {};
}

Status Parser::ExpectKeyword(std::string_view word) {
  if (!TakeIfKeyword(word)) return messages::ExpectedToken(word);
  return {};
}

std::string Parser::PlaceOf(const Token& token) const {
  const std::string_view before = text_.substr(0, token.begin);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n');
  const std::size_t column =
      line_start == std::string_view::npos ? token.begin + 1 : token.begin - line_start;
  return std::to_string(line) + ":" + std::to_string(column) + ":" + std::to_string(token.size);
}

tl::unexpected<Error> Parser::Unexpected() const {
  if (At(TokenKind::kKeyword)) return messages::UnexpectedKeyword();
  return messages::UnexpectedTerm();
}

Result<std::string> Parser::ParseName() {
  if (!At(TokenKind::kName)) return Unexpected();
  return Take().text;
}

Status Parser::ParseStep(DocumentPath& path) {
  if (TakeIf(TokenKind::kDot)) {
    if (!At(TokenKind::kName)) return messages::InvalidPathStep();
    path.steps.emplace_back(Take().text);
    return {};
  }
  TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kOpenBracket));
  if (At(TokenKind::kString)) {
    path.steps.emplace_back(Take().text);
    return Expect(TokenKind::kCloseBracket);
  }
  std::size_t index = 0;
  const std::string& digits = Peek().text;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  const bool is_index =
      At(TokenKind::kNumber) && error == std::errc() && end == digits.data() + digits.size();
  if (!is_index) return messages::UnexpectedPathComponent(PlaceOf(Peek()));
  Take();
  path.steps.emplace_back(index);
  return Expect(TokenKind::kCloseBracket);
}

Result<DocumentPath> Parser::ParsePath() {
  DocumentPath path;
  TRESTLE_TRY(path.attribute, ParseName());
  while (At(TokenKind::kDot) || At(TokenKind::kOpenBracket)) {
    TRESTLE_RETURN_IF_ERROR(ParseStep(path));
  }
  return path;
}

Result<std::string> Parser::ParseTableName() {
  if (!At(TokenKind::kName)) return messages::SimplePathRequired();
  std::string name = Take().text;
  if (At(TokenKind::kDot) || At(TokenKind::kOpenBracket)) {
    return messages::UnexpectedPathComponent(PlaceOf(Peek(1)));
  }
  return name;
}

Expression Parser::PathSlot(DocumentPath path) {
  paths_.push_back(std::move(path));
  return Expression{Operation::kPath, paths_.size() - 1, {}};
}

Expression Parser::ValueSlot(Term term) {
  values_.push_back(std::move(term));
  return Expression{Operation::kValue, values_.size() - 1, {}};
}

}  // namespace trestle::partiql
