#include "partiql/messages.h"
#include "partiql/parser.h"

// SET and REMOVE: the clauses of updates in other words.
namespace trestle::partiql {

// As many of them as there are; a comma may stand between.
Status Parser::ParseUpdates(Statement& statement) {
  do {
    if (TakeIfKeyword("SET")) {
      TRESTLE_RETURN_IF_ERROR(ParseSet(statement));
    } else if (TakeIfKeyword("REMOVE")) {
      TRESTLE_RETURN_IF_ERROR(ParseRemove(statement));
    } else {
      return messages::ExpectedDataManipulation();
    }
    if (At(TokenKind::kComma) && Peek(1).kind == TokenKind::kKeyword) Take();
  } while (AtKeyword("SET") || AtKeyword("REMOVE"));
  return {};
}

Status Parser::ParseSet(Statement& statement) {
  do {
    TRESTLE_TRY(UpdateClause clause, ParseAssignment());
    statement.updates.push_back(std::move(clause));
  } while (At(TokenKind::kComma) && Peek(1).kind != TokenKind::kKeyword &&
           TakeIf(TokenKind::kComma));
  return {};
}

Status Parser::ParseRemove(Statement& statement) {
  UpdateClause clause;
  clause.action = UpdateAction::kRemove;
  TRESTLE_TRY(DocumentPath path, ParsePath());
  clause.target = PathSlot(std::move(path)).slot;
  statement.updates.push_back(std::move(clause));
  return {};
}

Result<UpdateClause> Parser::ParseAssignment() {
  TRESTLE_TRY(DocumentPath target, ParsePath());
  TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kEqual));
  if (AtCall() && IsWord(Peek().text, "SET_ADD")) {
    return ParseSetFunction(std::move(target), UpdateAction::kAdd);
  }
  if (AtCall() && IsWord(Peek().text, "SET_DELETE")) {
    return ParseSetFunction(std::move(target), UpdateAction::kDelete);
  }
  UpdateClause clause;
  clause.target = PathSlot(std::move(target)).slot;
  TRESTLE_TRY(clause.value, ParseAssigned());
  return clause;
}

// set_add(path, set) and set_delete(path, set) are the sections ADD and DELETE of updates.
Result<UpdateClause> Parser::ParseSetFunction(DocumentPath target, UpdateAction action) {
  const std::string function = Take().text;
  Take();
  TRESTLE_TRY(const DocumentPath set, ParsePath());
  if (!(set == target)) return messages::SetFunctionOfAnotherPath(function);
  if (!TakeIf(TokenKind::kComma)) return messages::ExpectedToken("COMMA");
  UpdateClause clause;
  clause.action = action;
  clause.target = PathSlot(std::move(target)).slot;
  TRESTLE_TRY(Term elements, ParseTerm());
  clause.value = ValueSlot(std::move(elements));
  TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kClose));
  return clause;
}

// Parts with + or - between them, taken together from the left.
Result<Expression> Parser::ParseAssigned() {
  TRESTLE_TRY(Expression left, ParseAssignedPart());
  while (At(TokenKind::kPlus) || At(TokenKind::kMinus)) {
    Expression sum;
    sum.operation = Take().kind == TokenKind::kPlus ? Operation::kPlus : Operation::kMinus;
    sum.operands.push_back(std::move(left));
    TRESTLE_TRY(Expression right, ParseAssignedPart());
    sum.operands.push_back(std::move(right));
    left = std::move(sum);
  }
  return left;
}

Result<Expression> Parser::ParseAssignedPart() {
  const Depth depth(*this);
  if (TooDeep()) return messages::NestedTooDeeply();
  if (TakeIf(TokenKind::kOpen)) {
    TRESTLE_TRY(Expression inner, ParseAssigned());
    TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kClose));
    return inner;
  }
  if (!AtCall()) return ParseOperand();
  const Token& name = Peek();
  if (!IsWord(name.text, "LIST_APPEND")) {
    return messages::UnsupportedToken(text_.substr(name.begin, name.size), PlaceOf(name));
  }
  Take();
  Take();
  Expression call{Operation::kListAppend, 0, {}};
  do {
    TRESTLE_TRY(Expression operand, ParseAssigned());
    call.operands.push_back(std::move(operand));
  } while (TakeIf(TokenKind::kComma));
  TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kClose));
  return call;
}

}  // namespace trestle::partiql
