#include "partiql/token.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trestle::partiql {
namespace {

using ::testing::ElementsAre;

std::vector<TokenKind> KindsOf(std::string_view text) {
  std::vector<TokenKind> kinds;
  const auto tokens = Tokenize(text);
  EXPECT_TRUE(tokens) << text;
  if (!tokens) return kinds;
  for (const Token& token : *tokens) kinds.push_back(token.kind);
  return kinds;
}

TEST(PartiqlTokenTest, TellsWordsKeywordsAndQuotedNamesApart) {
  const auto tokens = Tokenize("select name \"Select\" 'it''s' \"a\"\"b\"");
  ASSERT_TRUE(tokens);
  EXPECT_THAT(KindsOf("select name \"Select\" 'it''s' \"a\"\"b\""),
              ElementsAre(TokenKind::kKeyword, TokenKind::kName, TokenKind::kName,
                          TokenKind::kString, TokenKind::kName, TokenKind::kEnd));
  EXPECT_EQ((*tokens)[0].text, "SELECT");
  EXPECT_EQ((*tokens)[2].text, "Select");
  EXPECT_EQ((*tokens)[3].text, "it's");
  EXPECT_EQ((*tokens)[4].text, "a\"b");
}

TEST(PartiqlTokenTest, ReadsLongSignsFirst) {
  EXPECT_THAT(
      KindsOf("<< <> <= < >> >= > != ="),
      ElementsAre(TokenKind::kOpenSet, TokenKind::kNotEqual, TokenKind::kLessOrEqual,
                  TokenKind::kLess, TokenKind::kCloseSet, TokenKind::kGreaterOrEqual,
                  TokenKind::kGreater, TokenKind::kNotEqual, TokenKind::kEqual, TokenKind::kEnd));
}

TEST(PartiqlTokenTest, ReadsNumbersWithFractionAndExponent) {
  for (const std::string_view number : {"0", "12", "1.5", "1.", ".5", "1e3", "1.5E-7", "2e+4"}) {
    EXPECT_THAT(KindsOf(number), ElementsAre(TokenKind::kNumber, TokenKind::kEnd)) << number;
  }
  EXPECT_THAT(KindsOf("a[0].b"), ElementsAre(TokenKind::kName, TokenKind::kOpenBracket,
                                             TokenKind::kNumber, TokenKind::kCloseBracket,
                                             TokenKind::kDot, TokenKind::kName, TokenKind::kEnd));
}

TEST(PartiqlTokenTest, LeavesCommentsOut) {
  EXPECT_THAT(KindsOf("a -- to the end\n/* and\nthis */ b"),
              ElementsAre(TokenKind::kName, TokenKind::kName, TokenKind::kEnd));
}

TEST(PartiqlTokenTest, RefusesWhatBeginsNothing) {
  for (const std::string_view text :
       {"'open", "\"open", "/* open", "1e", "1x", "`2020T`", "a # b", "\\"}) {
    EXPECT_FALSE(Tokenize(text)) << text;
  }
}

TEST(PartiqlTokenTest, TakesPartsOfDatesForNames) {
  EXPECT_THAT(KindsOf("year Month"),
              ElementsAre(TokenKind::kName, TokenKind::kName, TokenKind::kEnd));
  EXPECT_THAT(KindsOf("key"), ElementsAre(TokenKind::kKeyword, TokenKind::kEnd));
}

}  // namespace
}  // namespace trestle::partiql
