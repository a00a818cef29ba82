#include "expression/token.h"

#include <gtest/gtest.h>

#include <string>

#include "expression/reserved_words.h"

namespace trestle {
namespace {

std::vector<std::string> Texts(std::string_view text) {
  std::vector<std::string> texts;
  for (const Token& token : Tokenize(text))
    texts.emplace_back(text.substr(token.begin, token.size));
  texts.pop_back();  // the end
  return texts;
}

using Strings = std::vector<std::string>;

TEST(TokenTest, SplitsOperatorsWithoutSpaces) {
  EXPECT_EQ(Texts("a<=:b AND c<>d"), (Strings{"a", "<=", ":b", "AND", "c", "<>", "d"}));
  EXPECT_EQ(Texts("a>=b>c<d=e"), (Strings{"a", ">=", "b", ">", "c", "<", "d", "=", "e"}));
}

TEST(TokenTest, AnIndexHasNoLeadingZero) {
  EXPECT_EQ(Texts("a[10]"), (Strings{"a", "[", "10", "]"}));
  EXPECT_EQ(Texts("03"), (Strings{"0", "3"}));
}

TEST(TokenTest, AMarkWithoutANameStandsAlone) {
  EXPECT_EQ(Texts("# a"), (Strings{"#", "a"}));
  EXPECT_EQ(Texts(":-"), (Strings{":", "-"}));
  EXPECT_EQ(Texts("#0_x:0_y"), (Strings{"#0_x", ":0_y"}));
}

TEST(TokenTest, ANameBeginsWithALetter) {
  EXPECT_EQ(Texts("_id"), (Strings{"_", "id"}));
  EXPECT_EQ(Texts("2a"), (Strings{"2", "a"}));
  EXPECT_EQ(Texts("a_2_"), (Strings{"a_2_"}));
}

TEST(TokenTest, KeywordsHaveAnyCase) {
  for (const std::string_view word : {"between", "BETWEEN", "BeTween"}) {
    EXPECT_EQ(Tokenize(word)[0].kind, TokenKind::kBetween) << word;
  }
  EXPECT_EQ(Tokenize("betweens")[0].kind, TokenKind::kName);
  EXPECT_EQ(Tokenize("an\x04")[0].kind, TokenKind::kName);
}

TEST(TokenTest, KeepsCharactersOfSeveralBytesWhole) { EXPECT_EQ(Texts("é𝄞"), (Strings{"é", "𝄞"})); }

TEST(ReservedWordsTest, KnowsThemInAnyCase) {
  for (const std::string_view word :
       {"ABORT", "zone", "Name", "LOCALTIMESTAMP", "size", "attribute"}) {
    EXPECT_TRUE(IsReservedWord(word)) << word;
  }
  for (const std::string_view word : {"", "id", "pk", "NAME_", "LOCALTIMESTAMPS", "AAA", "ZZZ"}) {
    EXPECT_FALSE(IsReservedWord(word)) << word;
  }
  EXPECT_EQ(ReservedWordCount(), 573u);
}

}  // namespace
}  // namespace trestle
