#include "value/item_codec.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "value/item_codec_walk.h"
#include "value/item_size.h"
#include "value/stored_bytes.h"

namespace trestle {
namespace {

AttributeValue Text(std::string text) { return AttributeValue::String(std::move(text)); }
AttributeValue N(const char* text) { return AttributeValue::Of(*Number::Parse(text)); }

// An item with every type, small enough to read its bytes.
Item EveryType() {
  AttributeMap map;
  map.Set("k", Text("v"));
  Item item;
  item.Set("b", AttributeValue::Of(Binary{std::string("\0\xFF", 2)}));
  item.Set("bs", AttributeValue::Of(BinarySet({Binary{"y"}, Binary{"x"}})));
  item.Set("f", AttributeValue::Of(false));
  item.Set("l", AttributeValue::Of(List({Text("e"), AttributeValue::Of(Null())})));
  item.Set("m", AttributeValue::Of(map));
  item.Set("n", N("-12.50"));
  item.Set("ns", AttributeValue::Of(NumberSet({*Number::Parse("10"), *Number::Parse("9")})));
  item.Set("nul", AttributeValue::Of(Null()));
  item.Set("s", Text("hi"));
  item.Set("ss", AttributeValue::Of(StringSet({"b", "a"})));
  item.Set("t", AttributeValue::Of(true));
  return item;
}

std::string Hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex.append(1, kDigits[byte >> 4]).append(1, kDigits[byte & 15]);
  }
  return hex;
}

// Writes a walk as one readable line.
struct Transcript {
  std::string text;

  void Say(std::string_view word) { text.append(word).append(" "); }
  void BeginMap(std::size_t count) { Say("{" + std::to_string(count)); }
  void EndMap() { Say("}"); }
  void BeginList(std::size_t count) { Say("[" + std::to_string(count)); }
  void EndList() { Say("]"); }
  void BeginSet(AttributeType type, std::size_t count) {
    Say("<" + std::string(WireName(type)) + std::to_string(count));
  }
  void EndSet() { Say(">"); }
  void Name(std::string_view name) { Say(std::string(name) + ":"); }
  void String(std::string_view value) { Say("S=" + std::string(value)); }
  void Number(std::string_view value) { Say("N=" + std::string(value)); }
  void Binary(std::string_view value) { Say("B=" + Hex(value)); }
  void Boolean(bool value) { Say(value ? "true" : "false"); }
  void Null() { Say("null"); }
};

// Changing these bytes changes what existing folders mean: raise the version instead.
// clang-format off
TEST(ItemCodecTest, GoldenBytes) {
  EXPECT_EQ(Hex(EncodedItem::From(EveryType()).bytes()),
            "01" "30" "0b"  // version; 48 bytes as the service counts; 11 attributes
            "0162"     "02" "02" "00ff"
            "026273"   "05" "05000000" "02" "0178" "0179"
            "0166"     "09" "00"
            "016c"     "07" "05000000" "02" "000165" "08"
            "016d"     "06" "06000000" "01" "016b" "000176"
            "016e"     "01" "05" "2d31322e35"
            "026e73"   "04" "06000000" "02" "0139" "023130"
            "036e756c" "08"
            "0173"     "00" "02" "6869"
            "027373"   "03" "05000000" "02" "0161" "0162"
            "0174"     "09" "01");
}

TEST(ItemCodecTest, GoldenBytesOfLongStrings) {
  Item item;
  item.Set("a", Text(std::string(300, 'x')));
  EXPECT_EQ(Hex(EncodedItem::From(item).bytes()).substr(0, 24),
            "01" "ad02" "01" "0161" "00" "ac02" "787878");
}
// clang-format on

TEST(ItemCodecTest, DecodesWhatItEncodes) {
  const EncodedItem encoded = EncodedItem::From(EveryType());
  EXPECT_EQ(*encoded.Decode(), EveryType());
  EXPECT_EQ(*EncodedItem::FromStored(encoded.bytes()).Decode(), EveryType());
}

TEST(ItemCodecTest, TheEmptyItemIsTheDefaultObject) {
  EXPECT_EQ(EncodedItem::From(Item()), EncodedItem());
  EXPECT_EQ(*EncodedItem().Decode(), Item());
  EXPECT_EQ(EncodedItem().SizeBytes(), 0U);
  EXPECT_FALSE(EncodedItem().Find("a"));
  Transcript transcript;
  EXPECT_TRUE(WalkItem(EncodedItem().bytes(), transcript));
  EXPECT_EQ(transcript.text, "{0 } ");
}

TEST(ItemCodecTest, KeepsTheServicesSize) {
  EXPECT_EQ(EncodedItem::From(EveryType()).SizeBytes(), ItemSize(EveryType()));
}

TEST(ItemCodecTest, WalksEverythingInOrder) {
  Transcript transcript;
  EXPECT_TRUE(WalkItem(EncodedItem::From(EveryType()).bytes(), transcript));
  EXPECT_EQ(transcript.text,
            "{11 b: B=00ff bs: <BS2 B=78 B=79 > f: false l: [2 S=e null ] m: {1 k: S=v } "
            "n: N=-12.5 ns: <NS2 N=9 N=10 > nul: null s: S=hi ss: <SS2 S=a S=b > t: true } ");
}

TEST(ItemCodecTest, FindsEachAttributeAlone) {
  const Item item = EveryType();
  const EncodedItem encoded = EncodedItem::From(item);
  for (const Attribute& attribute : item) {
    const std::optional<EncodedValue> found = encoded.Find(attribute.name);
    ASSERT_TRUE(found) << attribute.name;
    EXPECT_EQ(found->type(), attribute.value.type());
    EXPECT_EQ(*found->Decode(), attribute.value);
  }
  for (const char* name : {"", "a", "c", "nu", "zz"}) EXPECT_FALSE(encoded.Find(name)) << name;
}

TEST(ItemCodecTest, ACutIsFoundWhereThePartLiesBehindIt) {
  const Item item = {{"a", AttributeValue::Integer(1)},
                     {"b", AttributeValue::String("long enough")}};
  const std::string bytes = EncodedItem::From(item).bytes();
  const AttributeNames names({"b"});
  ASSERT_TRUE(EncodedItemView(bytes).DecodeSome(names).has_value());
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    const EncodedItemView cut(std::string_view(bytes).substr(0, size));
    EXPECT_FALSE(cut.DecodeSome(names).has_value()) << size;
    EXPECT_FALSE(EncodedItem::WithPart(cut, {.before = {}, .after = {{"c", {}}}}).has_value())
        << size;
  }
}

TEST(ItemCodecTest, AScalarIsReadWithoutACopy) {
  const EncodedItem encoded = EncodedItem::From(EveryType());
  EXPECT_EQ(encoded.Find("s")->Scalar(), "hi");
  EXPECT_EQ(encoded.Find("n")->Scalar(), "-12.5");
  EXPECT_EQ(encoded.Find("b")->Scalar(), std::string_view("\0\xFF", 2));
  EXPECT_EQ(encoded.Find("ss")->Scalar(), std::nullopt);
  EXPECT_EQ(encoded.Find("t")->Scalar(), std::nullopt);
}

TEST(ItemCodecTest, WalksOneValue) {
  const EncodedItem encoded = EncodedItem::From(EveryType());
  Transcript transcript;
  EXPECT_TRUE(WalkValue(*encoded.Find("l"), transcript));
  EXPECT_EQ(transcript.text, "[2 S=e null ] ");
}

TEST(ItemCodecTest, AnyCutIsFoundDamaged) {
  const std::string bytes = EncodedItem::From(EveryType()).bytes();
  for (std::size_t length = 1; length < bytes.size(); ++length) {
    const std::string cut = bytes.substr(0, length);
    const Result<Item> decoded = EncodedItem::FromStored(cut).Decode();
    ASSERT_FALSE(decoded) << length;
    EXPECT_EQ(decoded.error().code, ErrorCode::kInternalServerError);
    Transcript transcript;
    EXPECT_FALSE(WalkItem(cut, transcript)) << length;
  }
}

TEST(ItemCodecTest, AnUnknownVersionIsRefused) {
  std::string bytes = EncodedItem::From(EveryType()).bytes();
  bytes[0] = 2;
  EXPECT_FALSE(EncodedItemView(bytes).Decode());
  EXPECT_EQ(EncodedItemView(bytes).SizeBytes(), 0U);
}

TEST(ItemCodecTest, DisorderedNamesAndBytesLeftOverAreDamage) {
  const std::string head("\x01\x02\x02", 3);
  const std::string a(
      "\x01"
      "a"
      "\x08",
      3);
  const std::string b(
      "\x01"
      "b"
      "\x08",
      3);
  EXPECT_TRUE(EncodedItemView(head + a + b).Decode());
  EXPECT_FALSE(EncodedItemView(head + b + a).Decode());
  EXPECT_FALSE(EncodedItemView(head + a + a).Decode());
  EXPECT_FALSE(EncodedItemView(head + a + b + "x").Decode());
}

TEST(ItemCodecTest, EndlessNestingIsRefusedNotFollowed) {
  AttributeValue value = Text("x");
  for (int i = 0; i < stored::kMaxDepth; ++i) value = AttributeValue::Of(List({std::move(value)}));
  std::string bytes;
  EncodeValue(value, bytes);
  EXPECT_TRUE(DecodeValue(bytes));
  bytes.clear();
  EncodeValue(AttributeValue::Of(List({std::move(value)})), bytes);
  EXPECT_FALSE(DecodeValue(bytes));
  Transcript transcript;
  EXPECT_FALSE(WalkValue(EncodedValue(bytes), transcript));
}

TEST(ItemCodecTest, AFalseCountAsksForNoMemory) {
  // A list of 2^32 - 1 elements in a body of five bytes.
  const std::string bytes("\x07\x05\0\0\0\xFF\xFF\xFF\xFF\x0F", 10);
  EXPECT_FALSE(DecodeValue(bytes));
}

}  // namespace
}  // namespace trestle
