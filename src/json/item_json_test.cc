#include "json/item_json.h"

#include <gtest/gtest.h>

#include <string>

#include "json/attribute_value_json.h"
#include "json/parsed_for_test.h"
#include "value/item_codec.h"

namespace trestle {
namespace {

std::string JsonOf(const Item& item) {
  std::string out;
  JsonWriter writer(out);
  EXPECT_TRUE(writer.Attributes(EncodedItem::From(item)));
  return out;
}

Item ReadBack(const std::string& json) {
  const ParsedForTest parsed(json);
  return *DecodeAttributeMap(*parsed);
}

// A string of `size` letters with `odd` at `place`.
std::string TextWith(char odd, std::size_t place, std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) text.push_back(static_cast<char>('a' + i % 26));
  if (place < size) text[place] = odd;
  return text;
}

Item ItemOf(const std::string& first, const std::string& last) {
  Item item;
  item.Set("a", AttributeValue::String(first));
  item.Set("z", AttributeValue::String(last));
  return item;
}

TEST(ItemJsonTest, WritesEveryTypeAsTheServiceDoes) {
  const std::string json =
      R"({"b":{"B":"AAE="},"bo":{"BOOL":true},"bs":{"BS":["AA==","AQ=="]},"e":{"S":""},)"
      R"("l":{"L":[{"N":"1.5"},{"L":[]},{"M":{}}]},"m":{"M":{"x":{"S":"y"},"z":{"NULL":true}}},)"
      R"("n":{"N":"-3"},"no":{"BOOL":false},"ns":{"NS":["1","2"]},"ss":{"SS":["p","q"]}})";
  EXPECT_EQ(JsonOf(ReadBack(json)), json);
  EXPECT_EQ(JsonOf(Item()), "{}");
}

TEST(ItemJsonTest, FindsTheOddCharacterWhereverItStands) {
  for (const char odd : {'"', '\\', '\n', '\x01', '\x1f', '\x7f'}) {
    for (std::size_t size = 1; size <= 50; ++size) {
      for (std::size_t place = 0; place <= size; ++place) {
        const Item item = ItemOf(TextWith(odd, place, size), TextWith(odd, place, size));
        ASSERT_EQ(ReadBack(JsonOf(item)), item) << int{odd} << " " << place << " of " << size;
      }
    }
  }
}

TEST(ItemJsonTest, LeavesBytesAboveAsciiAlone) {
  const std::string text = "h\u00e9llo \u65e5\u672c\u8a9e \U0001f600 \u00e9\u00e9\u00e9\u00e9";
  EXPECT_EQ(JsonOf(ItemOf(text, text)),
            R"({"a":{"S":")" + text + R"("},"z":{"S":")" + text + R"("}})");
}

TEST(ItemJsonTest, WritesTextsOfAnyLength) {
  for (const std::size_t size : {1000u, 1023u, 1024u, 1025u, 4095u, 4096u, 4097u, 100'000u}) {
    const Item plain = ItemOf(TextWith('x', 0, size), TextWith('x', 0, size));
    ASSERT_EQ(ReadBack(JsonOf(plain)), plain) << size;
    const Item odd = ItemOf(TextWith('"', size - 1, size), TextWith('\n', 0, size));
    ASSERT_EQ(ReadBack(JsonOf(odd)), odd) << size;
  }
}

TEST(ItemJsonTest, WritesBinariesOfAnyLength) {
  for (const std::size_t size : {0u, 1u, 766u, 767u, 768u, 769u, 5000u}) {
    Item item;
    item.Set("b", AttributeValue::Of(Binary{std::string(size, '\xfe')}));
    item.Set("c", AttributeValue::Of(BinarySet({Binary{std::string(size, '\1')}, Binary{"2"}})));
    ASSERT_EQ(ReadBack(JsonOf(item)), item) << size;
  }
}

TEST(ItemJsonTest, WritesMoreThanItGathers) {
  Item item;
  for (int i = 0; i < 3000; ++i) {
    item.Set("name" + std::to_string(i), AttributeValue::String(std::string(i % 70, 'v')));
  }
  EXPECT_EQ(ReadBack(JsonOf(item)), item);
}

}  // namespace
}  // namespace trestle
