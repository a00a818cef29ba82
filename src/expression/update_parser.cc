#include "expression/messages.h"
#include "expression/parser.h"

namespace trestle {
namespace {

std::string_view SectionName(TokenKind keyword) {
  switch (keyword) {
    case TokenKind::kSet:
      return "SET";
    case TokenKind::kRemove:
      return "REMOVE";
    case TokenKind::kAdd:
      return "ADD";
    case TokenKind::kDelete:
      return "DELETE";
    default:
      return "";
  }
}

class UpdateParser : public Parser {
 public:
  using Parser::Parser;

  Result<UpdateSyntax> Parse() {
    while (Peek() != TokenKind::kEnd) TRESTLE_RETURN_IF_ERROR(ParseSection());
    TRESTLE_RETURN_IF_ERROR(FirstRemark());
    syntax_.slots = TakeSlots();
    return std::move(syntax_);
  }

 private:
  Status ParseSection() {
    const TokenKind section = Peek();
    if (SectionName(section).empty()) return Unexpected();
    Take();
    for (const TokenKind earlier : sections_) {
      if (earlier == section) Remark(kSection, messages::RepeatedSection(SectionName(section)));
    }
    sections_.push_back(section);
    do {
      TRESTLE_RETURN_IF_ERROR(ParseClause(section));
    } while (TakeIf(TokenKind::kComma));
    return {};
  }

  Status ParseClause(TokenKind section) {
    UpdateClause clause;
    TRESTLE_TRY(clause.target, ParsePath());
    switch (section) {
      case TokenKind::kSet: {
        clause.action = UpdateAction::kSet;
        TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kEqual));
        TRESTLE_TRY(Assigned assigned, ParseAssigned());
        clause.value = std::move(assigned.expression);
        break;
      }
      case TokenKind::kRemove:
        clause.action = UpdateAction::kRemove;
        break;
      default: {
        clause.action = section == TokenKind::kAdd ? UpdateAction::kAdd : UpdateAction::kDelete;
        TRESTLE_TRY(clause.value, ParseValue());
        break;
      }
    }
    syntax_.clauses.push_back(std::move(clause));
    return {};
  }

  struct Assigned {
    Expression expression;
    bool in_parentheses = false;
  };

  // An operand, or two of them with one + or - between; either may stand in parentheses.
  Result<Assigned> ParseAssigned() {
    Assigned left;
    if (Peek() == TokenKind::kOpen) {
      TRESTLE_TRY(left, ParseParenthesized());
    } else {
      TRESTLE_TRY(left.expression, ParseOperand());
    }
    const bool is_sum = left.expression.operation == Operation::kPlus ||
                        left.expression.operation == Operation::kMinus;
    if (is_sum || (Peek() != TokenKind::kPlus && Peek() != TokenKind::kMinus)) return left;
    CountOperator();
    Assigned sum;
    sum.expression.operation = Peek() == TokenKind::kPlus ? Operation::kPlus : Operation::kMinus;
    Take();
    sum.expression.operands.push_back(std::move(left.expression));
    TRESTLE_TRY(Expression right, ParseOperand());
    sum.expression.operands.push_back(std::move(right));
    return sum;
  }

  Result<Assigned> ParseParenthesized() {
    const Depth depth(*this);
    if (TooDeep()) return DepthError();
    Take();
    TRESTLE_TRY(Assigned inner, ParseAssigned());
    if (inner.in_parentheses) Remark(kParentheses, messages::RedundantParentheses(kind()));
    TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kClose));
    inner.in_parentheses = true;
    return inner;
  }

  UpdateSyntax syntax_;
  std::vector<TokenKind> sections_;
};

}  // namespace

Result<UpdateSyntax> ParseUpdate(std::string_view text) {
  TRESTLE_RETURN_IF_ERROR(CheckExpressionText(ExpressionKind::kUpdate, text));
  return UpdateParser(ExpressionKind::kUpdate, text).Parse();
}

}  // namespace trestle
