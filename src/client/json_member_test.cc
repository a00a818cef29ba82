#include "client/json_member.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trestle::client {
namespace {

TEST(JsonMemberTest, FindsMembersOfEveryKind) {
  constexpr std::string_view kObject =
      R"( { "a" : "x\"}y" , "b":{"a":{"c":[1,{"d":"]"}]}},"e":-1.5e3,"f":[ ],"g" :null } )";
  EXPECT_EQ(JsonMember(kObject, "a"), R"("x\"}y")");
  EXPECT_EQ(JsonMember(kObject, "b"), R"({"a":{"c":[1,{"d":"]"}]}})");
  EXPECT_EQ(JsonMember(kObject, "e"), "-1.5e3");
  EXPECT_EQ(JsonMember(kObject, "f"), "[ ]");
  EXPECT_EQ(JsonMember(kObject, "g"), "null");
}

TEST(JsonMemberTest, LooksAtTheOuterObjectAlone) {
  EXPECT_EQ(
      JsonMember(R"({"x":{"TableStatus":"DELETING"},"y":"\"TableStatus\":1"})", "TableStatus"),
      std::nullopt);
}

TEST(JsonMemberTest, FindsNothingInWhatIsNoObject) {
  for (const std::string_view text :
       {"", " ", "[]", "{}", "{", R"({"a)", R"({"a")", R"({"a":)", R"({"a":")", R"({"a":{"b":1)",
        "<html>", R"({a:1})", R"({"a\)"}) {
    EXPECT_EQ(JsonMember(text, "a"), std::nullopt) << text;
  }
}

TEST(JsonMemberTest, StopsAtDamage) {
  EXPECT_EQ(JsonMember(R"({"x":1;"a":2})", "a"), std::nullopt);
}

TEST(JsonMemberTest, TakesTextsOutOfTheirQuotes) {
  EXPECT_EQ(JsonText(R"("ACTIVE")"), "ACTIVE");
  EXPECT_EQ(JsonText("12"), "");
  EXPECT_EQ(JsonText("\""), "");
}

TEST(JsonMemberTest, ListsElements) {
  EXPECT_THAT(JsonElements(R"([ {"a":[1,2]} , "b]" ,3])"),
              testing::ElementsAre(R"({"a":[1,2]})", R"("b]")", "3"));
  EXPECT_THAT(JsonElements("[]"), testing::IsEmpty());
  EXPECT_THAT(JsonElements("{}"), testing::IsEmpty());
  EXPECT_THAT(JsonElements("[1"), testing::ElementsAre("1"));
}

TEST(JsonMemberTest, KnowsWhatIsEmpty) {
  EXPECT_FALSE(JsonHasContent("{}"));
  EXPECT_FALSE(JsonHasContent(" { }"));
  EXPECT_FALSE(JsonHasContent(""));
  EXPECT_TRUE(JsonHasContent(R"({"t":[]})"));
}

}  // namespace
}  // namespace trestle::client
