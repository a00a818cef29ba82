#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace trestle::partiql {

enum class TokenKind : std::uint8_t {
  kEnd,
  kName,     // bare or in double quotes
  kKeyword,  // in any case of letters
  kString,   // in single quotes
  kNumber,   // without a sign
  kParameter,
  kEqual,
  kNotEqual,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kPlus,
  kMinus,
  kStar,
  kOtherOperator,  // of the language, but of no use here
  kDot,
  kComma,
  kColon,
  kSemicolon,
  kOpen,
  kClose,
  kOpenBracket,
  kCloseBracket,
  kOpenBrace,
  kCloseBrace,
  kOpenSet,  // <<
  kCloseSet,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::size_t begin = 0;  // offset in the statement
  std::size_t size = 0;
  std::string text = {};  // of names and strings without quotes, of keywords in upper case
};

// The tokens of a statement, a kEnd last. Comments are left out.
Result<std::vector<Token>> Tokenize(std::string_view statement);

}  // namespace trestle::partiql
