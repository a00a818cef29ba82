#include "model/caseless_text.h"

#include <gtest/gtest.h>

namespace trestle::model {
namespace {

TEST(CaselessTextTest, FindsLettersOfEveryScript) {
  EXPECT_TRUE(CaselessText("BANK").IsIn("Call the bank"));
  EXPECT_TRUE(CaselessText("zürich").IsIn("ÜBER ZÜRICH"));
  EXPECT_TRUE(CaselessText("ŁÓDŹ").IsIn("do łódź"));
  EXPECT_TRUE(CaselessText("ΟΔΌΣ").IsIn("η οδός"));
  EXPECT_TRUE(CaselessText("москва").IsIn("МОСКВА"));
  EXPECT_FALSE(CaselessText("cafe").IsIn("Café"));
  EXPECT_FALSE(CaselessText("bank").IsIn("ban"));
}

TEST(CaselessTextTest, TakesEachCharacterAsItIs) {
  EXPECT_TRUE(CaselessText("c++ (draft)").IsIn("C++ (Draft) of it"));
  EXPECT_FALSE(CaselessText("a.c").IsIn("abc"));
  EXPECT_TRUE(CaselessText("").IsIn("anything"));
}

TEST(CaselessTextTest, ComparesWholeTexts) {
  EXPECT_TRUE(CaselessText("HOME").Equals("home"));
  EXPECT_FALSE(CaselessText("home").Equals("at home"));
  EXPECT_TRUE(CaselessText("").Equals(""));
  EXPECT_FALSE(CaselessText("").Equals("x"));
}

}  // namespace
}  // namespace trestle::model
