#include <array>

#include "expression/syntax_cache.h"
#include "partiql/messages.h"
#include "partiql/parser.h"

namespace trestle::partiql {

Result<Statement> Parser::Parse() {
  TRESTLE_TRY(Statement statement, ParseAny());
  while (TakeIf(TokenKind::kSemicolon)) {
  }
  if (!At(TokenKind::kEnd)) return messages::TokenAfterStatement();
  statement.paths = std::move(paths_);
  statement.values = std::move(values_);
  statement.parameters = parameters_;
  return statement;
}

Result<Statement> Parser::ParseAny() {
  if (TakeIfKeyword("SELECT")) return ParseSelect();
  if (TakeIfKeyword("INSERT")) return ParseInsert();
  if (TakeIfKeyword("UPDATE")) return ParseUpdate();
  if (TakeIfKeyword("DELETE")) return ParseDelete();
  if (TakeIfKeyword("EXISTS")) return ParseExists();
  return messages::ExpectedDataManipulation();
}

Result<Statement> Parser::ParseSelect() {
  Statement statement;
  TRESTLE_RETURN_IF_ERROR(ParseColumns(statement));
  if (!TakeIfKeyword("FROM")) return messages::SelectWithoutFrom();
  TRESTLE_RETURN_IF_ERROR(ParseSource(statement));
  TRESTLE_RETURN_IF_ERROR(ParseWhereIfAny(statement));
  TRESTLE_RETURN_IF_ERROR(RefuseFurtherClauses());
  TRESTLE_RETURN_IF_ERROR(ParseOrderBy(statement));
  TRESTLE_RETURN_IF_ERROR(RefuseFurtherClauses());
  return statement;
}

Status Parser::ParseColumns(Statement& statement) {
  if (AtKeyword("FROM")) return messages::EmptySelectList();
  if (TakeIf(TokenKind::kStar)) {
    if (At(TokenKind::kComma)) return messages::StarIsNotAlone();
    return {};
  }
  do {
    if (At(TokenKind::kStar)) return messages::StarIsNotAlone();
    if (AtKeyword("DISTINCT") || AtKeyword("VALUE") || AtCall() || AtTerm()) {
      return messages::UnsupportedToken(text_.substr(Peek().begin, Peek().size), PlaceOf(Peek()));
    }
    TRESTLE_TRY(DocumentPath path, ParsePath());
    statement.columns.push_back(std::move(path));
    if (AtKeyword("AS") || At(TokenKind::kName)) return messages::AliasNotSupported();
  } while (TakeIf(TokenKind::kComma));
  return {};
}

Status Parser::ParseSource(Statement& statement) {
  if (!At(TokenKind::kName)) return messages::UnexpectedFromSource();
  statement.table = Take().text;
  if (TakeIf(TokenKind::kDot)) {
    if (!At(TokenKind::kName)) return messages::InvalidPathStep();
    statement.index = Take().text;
  }
  switch (Peek().kind) {
    case TokenKind::kDot:
    case TokenKind::kOpenBracket:
      return messages::UnexpectedPathComponent(PlaceOf(Peek(1)));
    case TokenKind::kComma:
      return messages::OneTableOnly();
    case TokenKind::kName:
      return messages::AliasNotSupported();
    case TokenKind::kKeyword:
      break;
    case TokenKind::kClose:  // of EXISTS
    case TokenKind::kSemicolon:
    case TokenKind::kEnd:
      return {};
    default:
      return messages::UnexpectedFromSource();
  }
  constexpr std::array<std::string_view, 7> kJoins = {"JOIN",  "INNER", "LEFT",   "RIGHT",
                                                      "OUTER", "CROSS", "NATURAL"};
  for (const std::string_view join : kJoins) {
    if (AtKeyword(join)) return messages::OneTableOnly();
  }
  if (AtKeyword("AS") || AtKeyword("AT")) return messages::AliasNotSupported();
  return {};
}

Status Parser::RefuseFurtherClauses() const {
  constexpr std::array<std::string_view, 6> kClauses = {"GROUP",  "HAVING", "LIMIT",
                                                        "OFFSET", "UNION",  "INTERSECT"};
  for (const std::string_view clause : kClauses) {
    if (!AtKeyword(clause)) continue;
    const std::string_view name = clause == "GROUP" ? "GROUP BY" : clause;
    return messages::UnsupportedClause(name, PlaceOf(Peek()));
  }
  return {};
}

Status Parser::ParseOrderBy(Statement& statement) {
  if (!TakeIfKeyword("ORDER")) return {};
  TRESTLE_RETURN_IF_ERROR(ExpectKeyword("BY"));
  do {
    OrderKey key;
    TRESTLE_TRY(key.attribute, ParseName());
    key.descending = TakeIfKeyword("DESC");
    if (!key.descending) TakeIfKeyword("ASC");
    statement.order_by.push_back(std::move(key));
  } while (TakeIf(TokenKind::kComma));
  return {};
}

Status Parser::ParseWhereIfAny(Statement& statement) {
  if (!TakeIfKeyword("WHERE")) return {};
  TRESTLE_TRY(statement.where, ParseWhere());
  return {};
}

Result<Statement> Parser::ParseInsert() {
  if (!TakeIfKeyword("INTO")) return messages::UnexpectedKeyword();
  Statement statement;
  statement.kind = StatementKind::kInsert;
  TRESTLE_TRY(statement.table, ParseTableName());
  if (!TakeIfKeyword("VALUE")) return RefuseInsertedColumns();
  TRESTLE_TRY(statement.item, ParseTerm());
  if (AtKeyword("ON")) return messages::UnsupportedClause("ON CONFLICT", PlaceOf(Peek()));
  return statement;
}

// SQL's INSERT INTO t (a, b) VALUES …: the list is read as a value, and whatever follows it is too
// much.
tl::unexpected<Error> Parser::RefuseInsertedColumns() {
  if (!TakeIf(TokenKind::kOpen)) return Unexpected();
  while (!At(TokenKind::kClose)) {
    if (!At(TokenKind::kName) && !At(TokenKind::kComma)) return Unexpected();
    Take();
  }
  return messages::TokenAfterStatement();
}

Result<Statement> Parser::ParseUpdate() {
  Statement statement;
  statement.kind = StatementKind::kUpdate;
  TRESTLE_TRY(statement.table, ParseTableName());
  TRESTLE_RETURN_IF_ERROR(ParseUpdates(statement));
  TRESTLE_RETURN_IF_ERROR(ParseWhereIfAny(statement));
  TRESTLE_RETURN_IF_ERROR(ParseReturningIfAny(statement));
  return statement;
}

Result<Statement> Parser::ParseDelete() {
  TRESTLE_RETURN_IF_ERROR(ExpectKeyword("FROM"));
  Statement statement;
  statement.kind = StatementKind::kDelete;
  TRESTLE_TRY(statement.table, ParseTableName());
  TRESTLE_RETURN_IF_ERROR(ParseWhereIfAny(statement));
  TRESTLE_RETURN_IF_ERROR(ParseReturningIfAny(statement));
  if (statement.returning && (statement.returning->modified || statement.returning->fresh)) {
    return messages::DeleteReturnsAllOldOnly();
  }
  return statement;
}

Status Parser::ParseReturningIfAny(Statement& statement) {
  if (!TakeIfKeyword("RETURNING")) return {};
  Returning returning;
  returning.modified = TakeIfKeyword("MODIFIED");
  if (!returning.modified && !TakeIfKeyword("ALL")) return messages::UnsupportedReturning();
  returning.fresh = TakeIfKeyword("NEW");
  if (!returning.fresh && !TakeIfKeyword("OLD")) return messages::UnsupportedReturning();
  if (!TakeIf(TokenKind::kStar)) return messages::UnsupportedReturning();
  statement.returning = returning;
  return {};
}

Result<Statement> Parser::ParseExists() {
  TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kOpen));
  TRESTLE_RETURN_IF_ERROR(ExpectKeyword("SELECT"));
  TRESTLE_TRY(Statement statement, ParseSelect());
  TRESTLE_RETURN_IF_ERROR(Expect(TokenKind::kClose));
  statement.kind = StatementKind::kExists;
  return statement;
}

Result<Statement> ParseStatement(std::string_view text) {
  TRESTLE_TRY(std::vector<Token> tokens, Tokenize(text));
  return Parser(text, std::move(tokens)).Parse();
}

Result<std::shared_ptr<const Statement>> CachedStatement(std::string_view text) {
  return CachedSyntax<Statement>(text, [text] { return ParseStatement(text); });
}

}  // namespace trestle::partiql
