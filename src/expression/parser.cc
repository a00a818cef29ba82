#include "expression/parser.h"

#include <charconv>

#include "expression/messages.h"
#include "expression/reserved_words.h"
#include "value/limits.h"

namespace trestle {
namespace {

constexpr std::uint64_t kMaxListIndex = 4294967294;

bool IsUpdateFunction(Operation operation) {
  return operation == Operation::kIfNotExists || operation == Operation::kListAppend;
}

}  // namespace

bool IsConditionFunction(Operation operation) {
  return operation >= Operation::kAttributeExists && operation <= Operation::kContains;
}

Status CheckExpressionText(ExpressionKind kind, std::string_view text) {
  if (text.size() > kMaxExpressionBytes) return messages::ExpressionTooLarge(kind, text.size());
  if (text.find_first_not_of(" \t\r\n\f") == std::string_view::npos)
    return messages::ExpressionEmpty(kind);
  return {};
}

Parser::Parser(ExpressionKind kind, std::string_view text)
    : kind_(kind), text_(text), tokens_(Tokenize(text)) {}

bool Parser::TakeIf(TokenKind kind) {
  if (Peek() != kind) return false;
  ++next_;
  return true;
}

Status Parser::Expect(TokenKind kind) {
  if (!TakeIf(kind)) return Unexpected();
  return {};
}

// `near` runs from the token before to the token after, as written.
tl::unexpected<Error> Parser::Unexpected() const {
  const Token& token = tokens_[next_];
  const Token& before = next_ == 0 ? token : tokens_[next_ - 1];
  const bool last = token.kind == TokenKind::kEnd || tokens_[next_ + 1].kind == TokenKind::kEnd;
  const Token& after = token.kind == TokenKind::kEnd ? before : last ? token : tokens_[next_ + 1];
  const std::string_view near = text_.substr(before.begin, after.begin + after.size - before.begin);
  return messages::SyntaxError(kind_, token.kind == TokenKind::kEnd ? "<EOF>" : Text(token), near);
}

void Parser::Remark(Note note, tl::unexpected<Error> error) {
  if (!remarks_[note]) remarks_[note] = std::move(error.value());
}

Status Parser::FirstRemark() {
  if (operators_ > kMaxExpressionOperators)
    Remark(kOperators, messages::TooManyOperators(kind_, operators_));
  for (std::optional<Error>& remark : remarks_) {
    if (remark) return tl::unexpected(*std::move(remark));
  }
  return {};
}

tl::unexpected<Error> Parser::DepthError() const { return messages::RedundantParentheses(kind_); }

Result<std::string> Parser::ParseName() {
  if (Peek() != TokenKind::kName && Peek() != TokenKind::kNamePlaceholder) return Unexpected();
  const bool literal = Peek() == TokenKind::kName;
  std::string name(Take());
  if (literal && IsReservedWord(name)) Remark(kReserved, messages::ReservedKeyword(kind_, name));
  return name;
}

Status Parser::ParseStep(DocumentPath& path) {
  if (TakeIf(TokenKind::kDot)) {
    TRESTLE_TRY(std::string name, ParseName());
    path.steps.emplace_back(std::move(name));
    return {};
  }
  TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kOpenBracket));
  if (Peek() != TokenKind::kIndex) return Unexpected();
  const std::string_view digits = Take();
  std::uint64_t index = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (parsed.ec != std::errc() || index > kMaxListIndex) {
    Remark(kPathLimit, messages::ListIndexTooLarge(kind_, digits));
  }
  path.steps.emplace_back(static_cast<std::size_t>(index));
  return Expect(TokenKind::kCloseBracket);
}

Result<std::size_t> Parser::ParsePath() {
  DocumentPath path;
  TRESTLE_TRY(path.attribute, ParseName());
  while (Peek() == TokenKind::kDot || Peek() == TokenKind::kOpenBracket)
    TRESTLE_RETURN_IF_ERROR(ParseStep(path));
  const std::size_t levels = path.steps.size() + 1;
  if (levels > kMaxNestingDepth) Remark(kPathLimit, messages::PathTooDeep(kind_, levels));
  slots_.paths.push_back(std::move(path));
  return slots_.paths.size() - 1;
}

Result<Expression> Parser::ParseValue() {
  if (Peek() != TokenKind::kValuePlaceholder) return Unexpected();
  slots_.values.emplace_back(Take());
  return Expression{Operation::kValue, slots_.values.size() - 1, {}};
}

Result<Expression> Parser::ParseOperand() {
  const Depth depth(*this);
  if (TooDeep()) return DepthError();
  if (Peek() == TokenKind::kValuePlaceholder) return ParseValue();
  if (Peek() == TokenKind::kName && tokens_[next_ + 1].kind == TokenKind::kOpen)
    return ParseFunction();
  if (TakeIf(TokenKind::kOpen)) {
    if (Peek() == TokenKind::kOpen) Remark(kParentheses, messages::RedundantParentheses(kind_));
    TRESTLE_TRY(Expression operand, ParseOperand());
    TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kClose));
    return operand;
  }
  TRESTLE_TRY(const std::size_t slot, ParsePath());
  return Expression{Operation::kPath, slot, {}};
}

Result<Expression> Parser::ParseFunction() {
  const std::string_view name = Take();
  Expression call{FunctionNamed(name), 0, {}};
  CheckFunction(call.operation, name);
  TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kOpen));
  do {
    TRESTLE_TRY(Expression operand, ParseOperand());
    CheckFunctionOperand(operand);
    call.operands.push_back(std::move(operand));
  } while (TakeIf(TokenKind::kComma));
  TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kClose));
  return call;
}

void Parser::CheckFunction(Operation function, std::string_view name) {
  if (function == Operation::kUnknownFunction) {
    Remark(kFunctionName, messages::UnknownFunction(kind_, name));
  } else if (IsUpdateFunction(function) != (kind_ == ExpressionKind::kUpdate)) {
    Remark(kFunctionUse, messages::FunctionNotAllowed(kind_, name));
  }
}

void Parser::CheckFunctionOperand(const Expression& operand) {
  if (IsConditionFunction(operand.operation)) {
    Remark(kFunctionUse, messages::MisusedFunction(kind_, Spelling(operand.operation)));
  }
}

}  // namespace trestle
