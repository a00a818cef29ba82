#include "expression/messages.h"
#include "expression/parser.h"

namespace trestle {
namespace {

bool IsComparator(TokenKind kind) {
  return kind >= TokenKind::kEqual && kind <= TokenKind::kGreaterOrEqual;
}

Operation ComparisonOf(TokenKind kind) {
  const int offset = static_cast<int>(kind) - static_cast<int>(TokenKind::kEqual);
  return static_cast<Operation>(static_cast<int>(Operation::kEqual) + offset);
}

// Until a comparator follows, `(a)` may become an operand and `(a = b)` is a condition, so one
// grammar reads both and `is_operand` says which it was. A function can be either.
struct Parsed {
  Expression expression;
  bool is_operand = false;
  bool in_parentheses = false;  // the whole of it stands in one pair
};

class ConditionParser : public Parser {
 public:
  using Parser::Parser;

  Result<ConditionSyntax> Parse() {
    TRESTLE_TRY(Parsed condition, ParseOr());
    TRESTLE_RETURN_IF_ERROR(RequireCondition(condition));
    TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kEnd));
    TRESTLE_RETURN_IF_ERROR(FirstRemark());
    return ConditionSyntax{TakeSlots(), std::move(condition.expression)};
  }

 private:
  // A path or value alone: the next token is where something is missing.
  Status RequireCondition(const Parsed& parsed) {
    if (parsed.is_operand) return Unexpected();
    if (parsed.expression.operation == Operation::kSize) {
      Remark(kFunctionUse, messages::MisusedFunction(kind(), Spelling(Operation::kSize)));
    }
    return {};
  }

  Result<Parsed> ParseOr() {
    return ParseChain(TokenKind::kOr, Operation::kOr, &ConditionParser::ParseAnd);
  }
  Result<Parsed> ParseAnd() {
    return ParseChain(TokenKind::kAnd, Operation::kAnd, &ConditionParser::ParseNot);
  }

  Result<Parsed> ParseChain(TokenKind separator, Operation operation,
                            Result<Parsed> (ConditionParser::*parse)()) {
    TRESTLE_TRY(Parsed first, (this->*parse)());
    if (Peek() != separator) return first;
    Parsed chain;
    chain.expression.operation = operation;
    TRESTLE_RETURN_IF_ERROR(RequireCondition(first));
    chain.expression.operands.push_back(std::move(first.expression));
    while (TakeIf(separator)) {
      CountOperator();
      TRESTLE_TRY(Parsed next, (this->*parse)());
      TRESTLE_RETURN_IF_ERROR(RequireCondition(next));
      chain.expression.operands.push_back(std::move(next.expression));
    }
    return chain;
  }

  // Two negations say what none says, but a key condition must still see that there was one.
  Result<Parsed> ParseNot() {
    std::size_t count = 0;
    for (; TakeIf(TokenKind::kNot); ++count) CountOperator();
    TRESTLE_TRY(Parsed condition, ParsePredicate());
    if (count == 0) return condition;
    TRESTLE_RETURN_IF_ERROR(RequireCondition(condition));
    condition.in_parentheses = false;
    for (std::size_t layers = count % 2 == 0 ? 2 : 1; layers > 0; --layers) {
      Expression negation{Operation::kNot, 0, {}};
      negation.operands.push_back(std::move(condition.expression));
      condition.expression = std::move(negation);
    }
    return condition;
  }

  Result<Parsed> ParsePredicate() {
    TRESTLE_TRY(Parsed left, ParsePrimary());
    const bool can_be_operand = left.is_operand || IsFunction(left.expression.operation);
    if (!can_be_operand) return left;
    const TokenKind next = Peek();
    if (!IsComparator(next) && next != TokenKind::kIn && next != TokenKind::kBetween) return left;
    CountOperator();
    CheckOperand(left.expression);
    Take();
    Parsed predicate;
    predicate.expression.operands.push_back(std::move(left.expression));
    if (next == TokenKind::kIn) {
      TRESTLE_RETURN_IF_ERROR(ParseInList(predicate.expression));
    } else if (next == TokenKind::kBetween) {
      TRESTLE_RETURN_IF_ERROR(ParseBounds(predicate.expression));
    } else {
      predicate.expression.operation = ComparisonOf(next);
      TRESTLE_RETURN_IF_ERROR(AddOperand(predicate.expression));
    }
    return predicate;
  }

  Result<Parsed> ParsePrimary() {
    if (Peek() != TokenKind::kOpen) {
      TRESTLE_TRY(Expression operand, ParseOperand());
      const bool is_operand = !IsFunction(operand.operation);
      return Parsed{std::move(operand), is_operand, false};
    }
    const Depth depth(*this);
    if (TooDeep()) return DepthError();
    Take();
    TRESTLE_TRY(Parsed inner, ParseOr());
    if (inner.in_parentheses) Remark(kParentheses, messages::RedundantParentheses(kind()));
    TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kClose));
    inner.in_parentheses = true;
    return inner;
  }

  Status ParseInList(Expression& predicate) {
    predicate.operation = Operation::kIn;
    TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kOpen));
    do {
      TRESTLE_RETURN_IF_ERROR(AddOperand(predicate));
    } while (TakeIf(TokenKind::kComma));
    return Expect(TokenKind::kClose);
  }

  Status ParseBounds(Expression& predicate) {
    predicate.operation = Operation::kBetween;
    TRESTLE_RETURN_IF_ERROR(AddOperand(predicate));
    TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kAnd));
    return AddOperand(predicate);
  }

  Status AddOperand(Expression& predicate) {
    TRESTLE_TRY(Expression operand, ParseOperand());
    CheckOperand(operand);
    predicate.operands.push_back(std::move(operand));
    return {};
  }

  void CheckOperand(const Expression& operand) {
    if (IsConditionFunction(operand.operation)) {
      Remark(kFunctionUse, messages::MisusedFunction(kind(), Spelling(operand.operation)));
    }
  }

  static bool IsFunction(Operation operation) {
    return operation >= Operation::kAttributeExists && operation <= Operation::kUnknownFunction;
  }
};

}  // namespace

Result<ConditionSyntax> ParseCondition(ExpressionKind kind, std::string_view text) {
  TRESTLE_RETURN_IF_ERROR(CheckExpressionText(kind, text));
  return ConditionParser(kind, text).Parse();
}

}  // namespace trestle
