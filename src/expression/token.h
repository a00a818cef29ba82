#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace trestle {

enum class TokenKind : std::uint8_t {
  kEnd,
  kName,              // letters, digits and underscores, a letter first
  kNamePlaceholder,   // #name
  kValuePlaceholder,  // :name
  kIndex,             // digits without a leading zero
  kAnd,
  kOr,
  kNot,
  kIn,
  kBetween,  // keywords, in any case of letters,
  kSet,
  kAdd,
  kDelete,
  kRemove,  // in every kind of expression
  kEqual,
  kNotEqual,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kPlus,
  kMinus,
  kDot,
  kComma,
  kOpen,
  kClose,
  kOpenBracket,
  kCloseBracket,
  kUnknown,  // one character that begins nothing
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::size_t begin = 0;  // offset in the expression
  std::size_t size = 0;
};

// The tokens of an expression, a kEnd last. Never fails: what it does not know is kUnknown.
std::vector<Token> Tokenize(std::string_view text);

}  // namespace trestle
