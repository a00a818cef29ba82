#include "json/plain_json.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

std::string Again(std::string_view text) {
  const Result<AttributeValue> value = ParsePlainJson(text);
  if (!value) return "error: " + value.error().message;
  std::string out;
  AppendPlainJson(*value, out);
  return out;
}

TEST(PlainJsonTest, GivesBackWhatItRead) {
  EXPECT_EQ(Again(R"({"a":[1,"x",true,null,{"b":-2.5}],"c":{}})"),
            R"({"a":[1,"x",true,null,{"b":-2.5}],"c":{}})");
  EXPECT_EQ(Again(" 7 "), "7");
  EXPECT_EQ(Again(R"("a\u00e9\n")"), "\"a\u00e9\\n\"");
  EXPECT_EQ(Again("[]"), "[]");
}

TEST(PlainJsonTest, KeepsAllDigitsOfNumbers) {
  EXPECT_EQ(Again("12345678901234567890123456789012345678"),
            "12345678901234567890123456789012345678");
  EXPECT_EQ(Again("[0.1234567890123456789012345]"), "[0.1234567890123456789012345]");
  EXPECT_EQ(Again("{\"n\": 1e2 }"), "{\"n\":100}");
}

TEST(PlainJsonTest, RefusesWhatIsNotJson) {
  for (const char* text : {"", "{", "01", "1 2", "{\"a\":1} x", "tru", "\"a", "+1", "1.", ".5",
                           "nan", "\"\xff\"", "[1 2]", "- 1", "1x"}) {
    EXPECT_EQ(Again(text), "error: This is not JSON") << text;
  }
  EXPECT_EQ(Again(R"({"a":1,"a":2})"), "error: The member a is there twice");
  EXPECT_EQ(Again("{\"a\":}"), "error: This is not JSON (at a)");
  EXPECT_EQ(Again("[1,]"), "error: This is not JSON (at [1])");
  EXPECT_EQ(Again(R"({"a": {"b": [1, {"c": 1e999}]}})"),
            "error: Number overflow. Attempting to store a number with magnitude larger than "
            "supported range (at a.b[1].c)");
  EXPECT_TRUE(Again(std::string(40, '[') + std::string(40, ']'))
                  .starts_with("error: The JSON is nested more than 32 levels deep (at [0][0]"));
}

TEST(PlainJsonTest, WritesSetsAsArraysAndBytesAsBase64) {
  std::string out;
  AppendPlainJson(AttributeMap{{"b", AttributeValue::Of(Binary{"hi"})},
                               {"s", AttributeValue::Of(StringSet({"y", "x"}))}},
                  out);
  EXPECT_EQ(out, R"({"b":"aGk=","s":["x","y"]})");
}

}  // namespace
}  // namespace trestle
