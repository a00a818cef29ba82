#include "partiql/messages.h"
#include "partiql/parser.h"

namespace trestle::partiql {

bool Parser::AtTerm() const {
  switch (Peek().kind) {
    case TokenKind::kString:
    case TokenKind::kNumber:
    case TokenKind::kParameter:
    case TokenKind::kPlus:
    case TokenKind::kMinus:
    case TokenKind::kOpenBracket:
    case TokenKind::kOpenBrace:
    case TokenKind::kOpenSet:
      return true;
    default:
      return AtKeyword("TRUE") || AtKeyword("FALSE") || AtKeyword("NULL");
  }
}

Result<Term> Parser::ParseTerm() {
  const Depth depth(*this);
  if (TooDeep()) return messages::NestedTooDeeply();
  Term term;
  switch (Peek().kind) {
    case TokenKind::kString:
      term.literal = AttributeValue::String(Take().text);
      return term;
    case TokenKind::kNumber:
    case TokenKind::kPlus:
    case TokenKind::kMinus:
      return ParseNumber();
    case TokenKind::kParameter:
      Take();
      term.kind = Term::Kind::kParameter;
      term.parameter = parameters_++;
      return term;
    case TokenKind::kOpenBracket:
      return ParseElements(Term::Kind::kList, TokenKind::kCloseBracket);
    case TokenKind::kOpenSet:
      return ParseElements(Term::Kind::kSet, TokenKind::kCloseSet);
    case TokenKind::kOpenBrace:
      return ParseMap();
    default:
      break;
  }
  const bool is_true = TakeIfKeyword("TRUE");
  if (is_true || TakeIfKeyword("FALSE")) {
    term.literal = AttributeValue::Of(is_true);
    return term;
  }
  if (TakeIfKeyword("NULL")) return term;
  return Unexpected();
}

Result<Term> Parser::ParseNumber() {
  std::string text;
  if (TakeIf(TokenKind::kMinus)) {
    text.push_back('-');
  } else {
    TakeIf(TokenKind::kPlus);
  }
  if (!At(TokenKind::kNumber)) return Unexpected();
  text += Take().text;
  TRESTLE_TRY(const Number number, Number::Parse(text));
  Term term;
  term.literal = AttributeValue::Of(number);
  return term;
}

Result<Term> Parser::ParseElements(Term::Kind kind, TokenKind close) {
  Take();
  Term term;
  term.kind = kind;
  if (!At(close)) {
    do {
      TRESTLE_TRY(Term element, ParseTerm());
      term.elements.push_back(std::move(element));
    } while (TakeIf(TokenKind::kComma));
  }
  TRESTLE_RETURN_IF_ERROR(Expect(close));
  return Combined(std::move(term));
}

Result<Term> Parser::ParseMap() {
  Take();
  Term term;
  term.kind = Term::Kind::kMap;
  if (!At(TokenKind::kCloseBrace)) {
    do {
      if (!At(TokenKind::kString)) return Unexpected();
      term.names.push_back(Take().text);
      TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kColon));
      TRESTLE_TRY(Term element, ParseTerm());
      term.elements.push_back(std::move(element));
    } while (TakeIf(TokenKind::kComma));
  }
  TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kCloseBrace));
  return Combined(std::move(term));
}

}  // namespace trestle::partiql
