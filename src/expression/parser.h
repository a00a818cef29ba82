#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "expression/expression_kind.h"
#include "expression/syntax.h"
#include "expression/token.h"

namespace trestle {

// Reads tokens, and the parts that all kinds of expressions share: paths, values, functions. What
// is wrong in a way that still parses (a reserved word, an unknown function) is noted and reported
// only when the whole text has parsed, because the service answers a syntax error first, wherever
// it is.
class Parser {
 public:
  Parser(ExpressionKind kind, std::string_view text);

 protected:
  // Notes, most urgent first.
  enum Note {
    kSection,
    kParentheses,
    kOperators,
    kFunctionName,
    kFunctionUse,
    kReserved,
    kPathLimit,
    kNotes
  };

  TokenKind Peek() const { return tokens_[next_].kind; }
  std::string_view Text(const Token& token) const { return text_.substr(token.begin, token.size); }
  std::string_view Take() { return Text(tokens_[next_++]); }
  bool TakeIf(TokenKind kind);
  Status Expect(TokenKind kind);
  tl::unexpected<Error> Unexpected() const;  // the syntax error at the next token

  void Remark(Note note, tl::unexpected<Error> error);
  void CountOperator() { ++operators_; }
  Status FirstRemark();

  Result<std::size_t> ParsePath();  // its slot
  Result<Expression> ParseValue();
  // A path, a value, a function, or one of them in parentheses.
  Result<Expression> ParseOperand();

  // Guards the stack. Deeper nesting than kMaxDepth is never valid: it takes more operators than
  // are allowed.
  static constexpr std::size_t kMaxDepth = 320;
  class Depth {
   public:
    explicit Depth(Parser& parser) : parser_(parser) { ++parser_.depth_; }
    ~Depth() { --parser_.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;

   private:
    Parser& parser_;
  };
  bool TooDeep() const { return depth_ > kMaxDepth; }
  tl::unexpected<Error> DepthError() const;

  ExpressionKind kind() const { return kind_; }
  Slots TakeSlots() { return std::move(slots_); }

 private:
  Result<std::string> ParseName();
  Status ParseStep(DocumentPath& path);
  Result<Expression> ParseFunction();
  void CheckFunction(Operation function, std::string_view name);
  void CheckFunctionOperand(const Expression& operand);

  ExpressionKind kind_;
  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  std::size_t depth_ = 0;
  std::size_t operators_ = 0;
  Slots slots_;
  std::array<std::optional<Error>, kNotes> remarks_;
};

// Size, emptiness, syntax, then what does not depend on names and values. `kind` decides the texts.
Result<ConditionSyntax> ParseCondition(ExpressionKind kind, std::string_view text);
Result<UpdateSyntax> ParseUpdate(std::string_view text);
Result<ProjectionSyntax> ParseProjection(std::string_view text);

// The two checks before syntax, which need no parse.
Status CheckExpressionText(ExpressionKind kind, std::string_view text);

bool IsConditionFunction(Operation operation);

}  // namespace trestle
