#include "json/json_writer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/parsed_for_test.h"

namespace trestle {
namespace {

template <class Write>
std::string Written(Write write) {
  std::string out;
  JsonWriter writer(out);
  write(writer);
  return out;
}

TEST(JsonWriterTest, WritesUnitsWithAFraction) {
  EXPECT_EQ(Written([](JsonWriter& writer) { writer.Decimal(1); }), "1.0");
  EXPECT_EQ(Written([](JsonWriter& writer) { writer.Decimal(0.5); }), "0.5");
  EXPECT_EQ(Written([](JsonWriter& writer) { writer.Decimal(0); }), "0.0");
  EXPECT_EQ(Written([](JsonWriter& writer) { writer.Decimal(12345.5); }), "12345.5");
}

TEST(JsonWriterTest, WritesTimesInMilliseconds) {
  const auto time = [](std::int64_t microseconds) {
    return Written([&](JsonWriter& writer) { writer.Time(TimePoint(Duration(microseconds))); });
  };
  EXPECT_EQ(time(1763206654123456), "1763206654.123");
  EXPECT_EQ(time(1763206654000000), "1763206654.0");
  EXPECT_EQ(time(1763206654020000), "1763206654.02");
  EXPECT_EQ(time(1763206654001000), "1763206654.001");
}

TEST(JsonWriterTest, KeepsTheCommas) {
  EXPECT_EQ(Written([](JsonWriter& writer) {
              writer.BeginObject();
              writer.Name("a");
              writer.BeginArray();
              writer.Integer(1);
              writer.BeginObject();
              writer.EndObject();
              writer.String("x");
              writer.EndArray();
              writer.Name("b");
              writer.Boolean(true);
              writer.EndObject();
            }),
            R"({"a":[1,{},"x"],"b":true})");
}

TEST(JsonWriterTest, EscapesWhatJsonForbids) {
  std::string out;
  AppendJsonString(std::string_view("a\"\\\b\f\n\r\t\x01z\0!", 12), out);
  EXPECT_EQ(out, R"("a\"\\\b\f\n\r\t\u0001z\u0000!")");
}

RC_GTEST_PROP(JsonWriterTest, StringsComeBackAsTheyWere, (const std::vector<std::uint8_t>& raw)) {
  std::string text;
  for (const std::uint8_t c : raw) text.push_back(static_cast<char>(c & 0x7f));
  std::string out;
  AppendJsonString(text, out);
  const ParsedForTest parsed("[" + out + "]");
  RC_ASSERT(StringOf(*ArrayOf(*parsed).begin()) == text);
}

}  // namespace
}  // namespace trestle
