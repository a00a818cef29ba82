#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "partiql/statement.h"
#include "partiql/token.h"

namespace trestle::partiql {

// Reads one statement. Its parts are in several files: terms, conditions, assignments, statements.
class Parser {
 public:
  Parser(std::string_view text, std::vector<Token> tokens)
      : text_(text), tokens_(std::move(tokens)) {}

  Result<Statement> Parse();

 private:
  // A condition, or an operand that may become part of one.
  struct Parsed {
    Expression expression;
    bool is_operand = false;
  };
  using ParsePart = Result<Parsed> (Parser::*)();

  // Guards the stack.
  class Depth {
   public:
    explicit Depth(Parser& parser) : parser_(parser) { ++parser_.depth_; }
    ~Depth() { --parser_.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;

   private:
    Parser& parser_;
  };
  static constexpr std::size_t kMaxDepth = 128;
  bool TooDeep() const { return depth_ > kMaxDepth; }

  // Tokens.
  const Token& Peek(std::size_t ahead = 0) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
  }
  bool At(TokenKind kind) const { return Peek().kind == kind; }
  bool AtKeyword(std::string_view word) const {
    return At(TokenKind::kKeyword) && Peek().text == word;
  }
  const Token& Take() { return tokens_[At(TokenKind::kEnd) ? next_ : next_++]; }
  bool TakeIf(TokenKind kind);
  bool TakeIfKeyword(std::string_view word);
  Status Expect(TokenKind kind);
  Status ExpectKeyword(std::string_view word);
  std::string PlaceOf(const Token& token) const;  // line:column:length
  tl::unexpected<Error> Unexpected() const;       // the next token begins no value

  // Names and paths.
  Result<std::string> ParseName();
  Result<DocumentPath> ParsePath();
  Status ParseStep(DocumentPath& path);
  Result<std::string> ParseTableName();  // of a write
  Expression PathSlot(DocumentPath path);
  Expression ValueSlot(Term term);

  // Terms.
  bool AtTerm() const;
  Result<Term> ParseTerm();
  Result<Term> ParseNumber();
  Result<Term> ParseElements(Term::Kind kind, TokenKind close);
  Result<Term> ParseMap();

  // Conditions.
  Result<Expression> ParseWhere();
  Status RequireCondition(const Parsed& parsed) const;
  Result<Parsed> ParseOr();
  Result<Parsed> ParseAnd();
  Result<Parsed> ParseChain(std::string_view keyword, Operation operation, ParsePart parse);
  Result<Parsed> ParseNot();
  Result<Parsed> ParsePredicate();
  Result<Parsed> ParsePrimary();
  Result<Parsed> ParseComparison(Expression left);
  Result<Parsed> ParseBetween(Expression left);
  Result<Parsed> ParseIn(Expression left);
  Result<Parsed> ParseIs(Expression left);
  Result<Expression> ParseOperand();
  Result<Expression> ParseCall();
  bool AtCall() const;
  Status AddOperand(Expression& expression);

  // Assignments.
  Status ParseUpdates(Statement& statement);
  Status ParseSet(Statement& statement);
  Status ParseRemove(Statement& statement);
  Result<UpdateClause> ParseAssignment();
  Result<UpdateClause> ParseSetFunction(DocumentPath target, UpdateAction action);
  Result<Expression> ParseAssigned();
  Result<Expression> ParseAssignedPart();

  // Statements.
  Result<Statement> ParseAny();
  Result<Statement> ParseSelect();
  Status ParseColumns(Statement& statement);
  Status ParseSource(Statement& statement);
  Status ParseOrderBy(Statement& statement);
  Status RefuseFurtherClauses() const;
  Result<Statement> ParseInsert();
  tl::unexpected<Error> RefuseInsertedColumns();
  Result<Statement> ParseUpdate();
  Result<Statement> ParseDelete();
  Result<Statement> ParseExists();
  Status ParseWhereIfAny(Statement& statement);
  Status ParseReturningIfAny(Statement& statement);

  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  std::size_t depth_ = 0;
  std::size_t parameters_ = 0;
  std::vector<DocumentPath> paths_;
  std::vector<Term> values_;
};

// Whether the two words are the same but for the case of letters; `upper` is in upper case.
bool IsWord(std::string_view word, std::string_view upper);

}  // namespace trestle::partiql
