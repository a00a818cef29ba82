#include "json/attribute_value_json.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "json/json_writer.h"
#include "json/parsed_for_test.h"
#include "value/item_codec.h"

namespace trestle {
namespace {

struct Case {
  std::string_view value;
  std::string_view message;
};

constexpr Case kMalformed[] = {
    {"{}", "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"},
    {R"({"X": "a"})",
     "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"},
    {R"({"S": null})",
     "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"},
    {R"({"S": "a", "N": "1"})",
     "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
     "supported datatypes"},
    {R"({"S": "a", "N": "b"})", "The parameter cannot be converted to a numeric value: b"},
    {R"({"N": ""})", "The parameter cannot be converted to a numeric value"},
    {R"({"NULL": false})",
     "One or more parameter values were invalid: Null attribute value types must have the value of "
     "true"},
    {R"({"SS": []})", "One or more parameter values were invalid: An string set  may not be empty"},
    {R"({"NS": []})", "One or more parameter values were invalid: An number set  may not be empty"},
    {R"({"BS": []})", "One or more parameter values were invalid: Binary sets should not be empty"},
    {R"({"SS": ["a", "a"]})",
     "One or more parameter values were invalid: Input collection [a, a] contains duplicates."},
    {R"({"BS": ["YQ==", "YQ=="]})",
     "One or more parameter values were invalid: Input collection [YQ==, YQ==]of type BS contains "
     "duplicates."},
    {R"({"NS": ["1", "1.0"]})", "Input collection contains duplicates"},
    {R"({"M": {"a": {"L": [{"SS": []}]}}})",
     "One or more parameter values were invalid: An string set  may not be empty"},
};

TEST(AttributeValueJsonTest, WordsWhatIsWrongWithAValue) {
  for (const Case& one : kMalformed) {
    const ParsedForTest json(one.value);
    const auto value = DecodeAttributeValue(*json);
    ASSERT_FALSE(value) << one.value;
    EXPECT_EQ(value.error().code, ErrorCode::kValidation) << one.value;
    EXPECT_EQ(value.error().message, one.message) << one.value;
    EXPECT_EQ(value.error().detail, nullptr);
  }
}

TEST(AttributeValueJsonTest, ReadsEveryType) {
  const ParsedForTest json(
      R"({"b": {"B": "AAE="}, "bo": {"BOOL": true}, "bs": {"BS": ["AA==", "AQ=="]}, "e": {"S": ""},
          "l": {"L": [{"S": "x"}, {"L": []}]}, "m": {"M": {"n": {"NULL": true}}}, "n": {"N": "-1.50"},
          "ns": {"NS": ["2", "1"]}, "s": {"S": "a\u00e9\n"}, "ss": {"SS": ["b", "a"]}})");
  const auto item = DecodeAttributeMap(*json);
  ASSERT_TRUE(item);
  constexpr std::string_view kWritten =
      R"({"b":{"B":"AAE="},"bo":{"BOOL":true},"bs":{"BS":["AA==","AQ=="]},"e":{"S":""},)"
      R"("l":{"L":[{"S":"x"},{"L":[]}]},"m":{"M":{"n":{"NULL":true}}},"n":{"N":"-1.5"},)"
      "\"ns\":{\"NS\":[\"1\",\"2\"]},\"s\":{\"S\":\"a\u00e9\\n\"},\"ss\":{\"SS\":[\"a\",\"b\"]}}";
  std::string from_tree;
  JsonWriter(from_tree).Attributes(*item);
  EXPECT_EQ(from_tree, kWritten);
  std::string from_stored;
  EXPECT_TRUE(JsonWriter(from_stored).Attributes(EncodedItem::From(*item)));
  EXPECT_EQ(from_stored, kWritten);
}

TEST(AttributeValueJsonTest, FailsTheRequestForBase64ThatCannotBeRead) {
  const ParsedForTest json(R"({"a": {"B": "abc"}})");
  const auto item = DecodeAttributeMap(*json);
  ASSERT_FALSE(item);
  EXPECT_EQ(item.error().code, ErrorCode::kSerialization);
}

TEST(AttributeValueJsonTest, TakesThirtyTwoLevelsAndNoMore) {
  const auto nested = [](int levels) {
    std::string text = R"({"S":"x"})";
    for (int i = 1; i < levels; ++i) text = R"({"L":[)" + text + "]}";
    return text;
  };
  EXPECT_TRUE(DecodeAttributeValue(*ParsedForTest(nested(32))));
  EXPECT_FALSE(DecodeAttributeValue(*ParsedForTest(nested(33))));
  const ParsedForTest compared(R"({":v": )" + nested(33) + "}");
  EXPECT_FALSE(DecodeExpressionValues(*compared));
  EXPECT_TRUE(DecodeExpressionValues(*compared, ValueDepth::kAny));
}

TEST(AttributeValueJsonTest, RefusesNamesOfNoByteAndOfTooMany) {
  const auto error = [](const std::string& name) {
    const ParsedForTest nested(R"({"m": {"M": {")" + name + R"(": {"S": "x"}}}})");
    const auto item = DecodeAttributeMap(*nested);
    return item ? "" : item.error().message;
  };
  EXPECT_EQ(error(std::string(65535, 'n')), "");
  EXPECT_EQ(error(std::string(65536, 'n')),
            "Attribute name is too large, must be less than 65536 bytes");
  EXPECT_NE(error(""), "");
}

TEST(AttributeValueJsonTest, OrdersTheAttributesOfLargeItems) {
  std::string text = "{";
  for (int i = 200; i > 0; --i)
    text.append(i < 200 ? "," : "").append("\"" + std::to_string(i) + "\":{\"S\":\"x\"}");
  const ParsedForTest json(text + "}");
  const auto item = DecodeAttributeMap(*json);
  ASSERT_TRUE(item);
  EXPECT_EQ(item->size(), 200u);
  EXPECT_TRUE(item->Contains("17"));
}

TEST(AttributeValueJsonTest, NamesThePlaceholderOfAMalformedValue) {
  const ParsedForTest json(R"({":v": {"NS": ["x"]}})");
  EXPECT_EQ(DecodeExpressionValues(*json).error().message,
            "ExpressionAttributeValues contains invalid value: The parameter cannot be converted "
            "to a numeric value: x "
            "for key :v");
}

TEST(AttributeValueJsonTest, LeavesAMalformedPlaceholderToTheOperation) {
  const ParsedForTest json(R"({"v": {"SS": []}})");
  const auto values = DecodeExpressionValues(*json);
  ASSERT_TRUE(values);
  EXPECT_TRUE(values->Contains("v"));
}

// Placing each among those before it would take minutes, and other clients wait meanwhile.
TEST(AttributeValueJsonTest, ReadsManyExpressionValuesInAnyOrderInLittleTime) {
  constexpr int kCount = 200000;
  std::string text = "{";
  for (int i = kCount; i > 0; --i)
    text.append(R"(":v)").append(std::to_string(1000000 + i)).append(R"(": {"S": "a"}, )");
  const ParsedForTest json(text + R"(":a": {"S": "b"}, ":a": {"S": "c"}})");
  const auto start = std::chrono::steady_clock::now();
  const auto values = DecodeExpressionValues(*json);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
  ASSERT_TRUE(values);
  EXPECT_EQ(values->size(), kCount + 1u);
  EXPECT_EQ(*values->Find(":a"), AttributeValue::Of(std::string("c")));
}

TEST(ReadItemTest, HoldsTypesAgainstWhatIsWritten) {
  const Result<Item> item =
      ReadItem(*ParsedForTest(R"({"a": {"S": "x"}, "b": {"L": [{"BOOL": true}, {"M": {}}]}})"));
  ASSERT_TRUE(item);
  EXPECT_EQ(item->size(), 2u);
  for (const std::string_view text :
       {"[]", "1", R"({"a": 1})", R"({"a": {"S": 1}})", R"({"a": {"SS": "x"}})",
        R"({"a": {"NS": [1]}})", R"({"a": {"M": []}})", R"({"a": {"L": {}}})",
        R"({"a": {"BOOL": "true"}})", R"({"a": {"NULL": 1}})", R"({"a": {"L": [{"N": 1}]}})",
        R"({"a": {"M": {"b": {"B": 1}}}})", R"({"a": {}})"}) {
    const Result<Item> refused = ReadItem(*ParsedForTest(text));
    ASSERT_FALSE(refused) << text;
    EXPECT_EQ(refused.error().code, ErrorCode::kValidation) << text;
  }
}

}  // namespace
}  // namespace trestle
