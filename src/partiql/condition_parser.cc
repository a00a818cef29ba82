#include "partiql/messages.h"
#include "partiql/parser.h"

// WHERE: the conditions of expressions in other words.
namespace trestle::partiql {
namespace {

bool IsComparator(TokenKind kind) {
  return kind >= TokenKind::kEqual && kind <= TokenKind::kGreaterOrEqual;
}

Operation ComparisonOf(TokenKind kind) {
  const int offset = static_cast<int>(kind) - static_cast<int>(TokenKind::kEqual);
  return static_cast<Operation>(static_cast<int>(Operation::kEqual) + offset);
}

Operation FunctionOf(std::string_view name) {
  if (IsWord(name, "SIZE")) return Operation::kSize;
  if (IsWord(name, "CONTAINS")) return Operation::kContains;
  if (IsWord(name, "BEGINS_WITH")) return Operation::kBeginsWith;
  if (IsWord(name, "ATTRIBUTE_TYPE")) return Operation::kAttributeType;
  return Operation::kUnknownFunction;
}

Expression Negated(Expression condition) {
  Expression negation{Operation::kNot, 0, {}};
  negation.operands.push_back(std::move(condition));
  return negation;
}

}  // namespace

Result<Expression> Parser::ParseWhere() {
  TRESTLE_TRY(Parsed condition, ParseOr());
  TRESTLE_RETURN_IF_ERROR(RequireCondition(condition));
  return std::move(condition.expression);
}

// size() alone is a number.
Status Parser::RequireCondition(const Parsed& parsed) const {
  if (parsed.is_operand || parsed.expression.operation == Operation::kSize) return Unexpected();
  return {};
}

Result<Parser::Parsed> Parser::ParseOr() {
  return ParseChain("OR", Operation::kOr, &Parser::ParseAnd);
}

Result<Parser::Parsed> Parser::ParseAnd() {
  return ParseChain("AND", Operation::kAnd, &Parser::ParseNot);
}

Result<Parser::Parsed> Parser::ParseChain(std::string_view keyword, Operation operation,
                                          ParsePart parse) {
  TRESTLE_TRY(Parsed first, (this->*parse)());
  if (!AtKeyword(keyword)) return first;
  Parsed chain;
  chain.expression.operation = operation;
  TRESTLE_RETURN_IF_ERROR(RequireCondition(first));
  chain.expression.operands.push_back(std::move(first.expression));
  while (TakeIfKeyword(keyword)) {
    TRESTLE_TRY(Parsed next, (this->*parse)());
    TRESTLE_RETURN_IF_ERROR(RequireCondition(next));
    chain.expression.operands.push_back(std::move(next.expression));
  }
  return chain;
}

Result<Parser::Parsed> Parser::ParseNot() {
  bool negated = false;
  std::size_t count = 0;
  for (; TakeIfKeyword("NOT"); ++count) negated = !negated;
  TRESTLE_TRY(Parsed condition, ParsePredicate());
  if (count == 0) return condition;
  TRESTLE_RETURN_IF_ERROR(RequireCondition(condition));
  if (negated) condition.expression = Negated(std::move(condition.expression));
  return condition;
}

Result<Parser::Parsed> Parser::ParsePredicate() {
  TRESTLE_TRY(Parsed left, ParsePrimary());
  if (!left.is_operand && left.expression.operation != Operation::kSize) return left;
  if (IsComparator(Peek().kind)) return ParseComparison(std::move(left.expression));
  if (TakeIfKeyword("IS")) return ParseIs(std::move(left.expression));
  const bool negated = AtKeyword("NOT") && Peek(1).kind == TokenKind::kKeyword;
  if (negated) Take();
  Result<Parsed> predicate = left;
  if (TakeIfKeyword("BETWEEN")) {
    predicate = ParseBetween(std::move(left.expression));
  } else if (TakeIfKeyword("IN")) {
    predicate = ParseIn(std::move(left.expression));
  } else if (AtKeyword("LIKE")) {
    return messages::UnsupportedToken("LIKE", PlaceOf(Peek()));
  } else if (negated) {
    return messages::UnexpectedKeyword();
  }
  if (predicate && negated) predicate->expression = Negated(std::move(predicate->expression));
  return predicate;
}

Result<Parser::Parsed> Parser::ParsePrimary() {
  if (!At(TokenKind::kOpen)) {
    TRESTLE_TRY(Expression operand, ParseOperand());
    const bool is_operand =
        operand.operation == Operation::kPath || operand.operation == Operation::kValue;
    return Parsed{std::move(operand), is_operand};
  }
  const Depth depth(*this);
  if (TooDeep()) return messages::NestedTooDeeply();
  Take();
  TRESTLE_TRY(Parsed inner, ParseOr());
  TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kClose));
  return inner;
}

Result<Parser::Parsed> Parser::ParseComparison(Expression left) {
  Parsed comparison;
  comparison.expression.operation = ComparisonOf(Take().kind);
  comparison.expression.operands.push_back(std::move(left));
  TRESTLE_RETURN_IF_ERROR(AddOperand(comparison.expression));
  return comparison;
}

Result<Parser::Parsed> Parser::ParseBetween(Expression left) {
  Parsed between;
  between.expression.operation = Operation::kBetween;
  between.expression.operands.push_back(std::move(left));
  TRESTLE_RETURN_IF_ERROR(AddOperand(between.expression));
  TRESTLE_RETURN_IF_ERROR(ExpectKeyword("AND"));
  TRESTLE_RETURN_IF_ERROR(AddOperand(between.expression));
  return between;
}

// The candidates stand in brackets or in parentheses.
Result<Parser::Parsed> Parser::ParseIn(Expression left) {
  const bool brackets = TakeIf(TokenKind::kOpenBracket);
  if (!brackets) TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kOpen));
  Parsed in;
  in.expression.operation = Operation::kIn;
  in.expression.operands.push_back(std::move(left));
  do {
    TRESTLE_RETURN_IF_ERROR(AddOperand(in.expression));
  } while (TakeIf(TokenKind::kComma));
  TRESTLE_RETURN_IF_ERROR(Expect(brackets ? TokenKind::kCloseBracket : TokenKind::kClose));
  return in;
}

// NULL is a type of the attribute here; an attribute that is not there is MISSING.
Result<Parser::Parsed> Parser::ParseIs(Expression left) {
  const bool negated = TakeIfKeyword("NOT");
  if (left.operation != Operation::kPath) return Unexpected();
  Parsed is;
  is.expression.operands.push_back(std::move(left));
  if (TakeIfKeyword("MISSING")) {
    is.expression.operation = Operation::kAttributeNotExists;
  } else if (TakeIfKeyword("NULL")) {
    Term type;
    type.literal = AttributeValue::String("NULL");
    is.expression.operation = Operation::kAttributeType;
    is.expression.operands.push_back(ValueSlot(std::move(type)));
  } else {
    return messages::UnsupportedToken(text_.substr(Peek().begin, Peek().size), PlaceOf(Peek()));
  }
  if (negated) is.expression = Negated(std::move(is.expression));
  return is;
}

bool Parser::AtCall() const {
  return (At(TokenKind::kName) || At(TokenKind::kKeyword)) && Peek(1).kind == TokenKind::kOpen;
}

Result<Expression> Parser::ParseOperand() {
  const Depth depth(*this);
  if (TooDeep()) return messages::NestedTooDeeply();
  if (AtTerm()) {
    TRESTLE_TRY(Term term, ParseTerm());
    return ValueSlot(std::move(term));
  }
  if (AtCall()) return ParseCall();
  TRESTLE_TRY(DocumentPath path, ParsePath());
  return PathSlot(std::move(path));
}

Result<Expression> Parser::ParseCall() {
  const Token& name = Peek();
  Expression call{FunctionOf(name.text), 0, {}};
  if (call.operation == Operation::kUnknownFunction) {
    return messages::UnsupportedToken(text_.substr(name.begin, name.size), PlaceOf(name));
  }
  Take();
  Take();
  do {
    TRESTLE_RETURN_IF_ERROR(AddOperand(call));
  } while (TakeIf(TokenKind::kComma));
  TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kClose));
  return call;
}

// A function that is a condition has no value to compare.
Status Parser::AddOperand(Expression& expression) {
  Expression operand;
  if (TakeIf(TokenKind::kOpen)) {
    TRESTLE_TRY(operand, ParseOperand());
    TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kClose));
  } else {
    TRESTLE_TRY(operand, ParseOperand());
  }
  const bool has_value = operand.operation == Operation::kPath ||
                         operand.operation == Operation::kValue ||
                         operand.operation == Operation::kSize;
  if (!has_value) return messages::UnexpectedTerm();
  expression.operands.push_back(std::move(operand));
  return {};
}

}  // namespace trestle::partiql
