#include "table/key_codec.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "table/table_testing.h"

namespace trestle {
namespace {

std::string Encoded(const AttributeValue& value) {
  std::string key;
  AppendKeyPart(value, key);
  return key;
}

std::string Hex(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    text.push_back(kDigits[static_cast<std::uint8_t>(byte) >> 4]);
    text.push_back(kDigits[static_cast<std::uint8_t>(byte) & 15]);
  }
  return text;
}

// Few distinct bytes, so that equal beginnings and zero bytes are common.
rc::Gen<std::string> Texts() {
  return rc::gen::container<std::string>(
      rc::gen::element('\x00', '\x01', 'a', 'b', '\x7F', '\xFE', '\xFF'));
}

rc::Gen<Number> Numbers() {
  const auto digits =
      rc::gen::suchThat(rc::gen::container<std::string>(rc::gen::element('0', '1', '5', '9')),
                        [](const std::string& text) { return text.size() <= 38; });
  return rc::gen::map(
      rc::gen::tuple(digits, rc::gen::inRange(-130, 88), rc::gen::arbitrary<bool>()),
      [](const auto& parts) {
        const auto& [text, exponent, negative] = parts;
        const std::string number =
            std::string(negative ? "-" : "") + "0" + text + "E" + std::to_string(exponent);
        return Number::Parse(number).value_or(Number());
      });
}

RC_GTEST_PROP(KeyCodecTest, ByteOrderIsStringOrder, ()) {
  const std::string a = *Texts();
  const std::string b = *Texts();
  RC_ASSERT((Encoded(S(a)) < Encoded(S(b))) == (a < b));
  RC_ASSERT((Encoded(B(a)) == Encoded(B(b))) == (a == b));
}

RC_GTEST_PROP(KeyCodecTest, ByteOrderIsNumberOrder, ()) {
  const Number a = *Numbers();
  const Number b = *Numbers();
  const std::string encoded_a = Encoded(AttributeValue::Of(a));
  const std::string encoded_b = Encoded(AttributeValue::Of(b));
  RC_ASSERT((encoded_a < encoded_b) == (a < b));
  RC_ASSERT((encoded_a == encoded_b) == (a == b));
}

RC_GTEST_PROP(KeyCodecTest, NoPartIsTheBeginningOfAnother, ()) {
  const std::string a = Encoded(S(*Texts()));
  const std::string b = Encoded(S(*Texts()));
  RC_ASSERT(a == b || !b.starts_with(a));
  const std::string c = Encoded(AttributeValue::Of(*Numbers()));
  const std::string d = Encoded(AttributeValue::Of(*Numbers()));
  RC_ASSERT(c == d || !d.starts_with(c));
}

// Keys of several parts compare part by part, whatever the parts hold.
RC_GTEST_PROP(KeyCodecTest, ByteOrderOfTwoPartsIsTheOrderOfPairs, ()) {
  const std::pair<std::string, Number> a = {*Texts(), *Numbers()};
  const std::pair<std::string, Number> b = {*Texts(), *Numbers()};
  const auto encoded = [](const std::pair<std::string, Number>& pair) {
    return Encoded(S(pair.first)) + Encoded(AttributeValue::Of(pair.second));
  };
  RC_ASSERT((encoded(a) < encoded(b)) == (a < b));
}

RC_GTEST_PROP(KeyCodecTest, TheStartOfAPartIsSharedByAllThatBeginWithIt, ()) {
  const std::string start = *Texts();
  const std::string other = *Texts();
  std::string encoded_start;
  AppendKeyPartStart(S(start), encoded_start);
  RC_ASSERT(Encoded(S(start + other)).starts_with(encoded_start));
  RC_ASSERT(Encoded(S(other)).starts_with(encoded_start) == other.starts_with(start));
}

TEST(KeyCodecTest, KeepsTheOrderOfNumbersOfAllMagnitudes) {
  const std::vector<std::string> ascending = {"-99999999999999999999999999999999999999E88",
                                              "-1E125",
                                              "-100",
                                              "-99.5",
                                              "-99",
                                              "-10",
                                              "-1.0000000000000000000000000000000000001",
                                              "-1",
                                              "-0.5",
                                              "-1E-130",
                                              "0",
                                              "1E-130",
                                              "0.05",
                                              "0.5",
                                              "0.51",
                                              "1",
                                              "1.0000000000000000000000000000000000001",
                                              "9",
                                              "10",
                                              "10.5",
                                              "11",
                                              "99",
                                              "100",
                                              "12345678901234567890123456789012345678",
                                              "12345678901234567890123456789012345679",
                                              "1E125",
                                              "99999999999999999999999999999999999999E88"};
  for (std::size_t i = 1; i < ascending.size(); ++i) {
    EXPECT_LT(Encoded(N(ascending[i - 1])), Encoded(N(ascending[i]))) << ascending[i];
  }
}

TEST(KeyCodecTest, GoldenBytesOfParts) {
  EXPECT_EQ(Hex(Encoded(S("ab"))), "61620001");
  EXPECT_EQ(Hex(Encoded(B(std::string("a\0b", 3)))), "6100ff620001");
  EXPECT_EQ(Hex(Encoded(N("0"))), "02");
  EXPECT_EQ(Hex(Encoded(N("1"))), "03820b00");
  EXPECT_EQ(Hex(Encoded(N("123.4"))), "03840d2300");
  EXPECT_EQ(Hex(Encoded(N("-123.4"))), "017bf2dcff");
  EXPECT_EQ(Hex(Encoded(N("1E-130"))), "03000b00");
  EXPECT_EQ(Hex(Encoded(N("9.9E125"))), "03ff6400");
}

TEST(KeyCodecTest, GoldenBytesOfKeys) {
  TableDefinition definition = TableNamed("t");
  definition.id = 0x01020304;
  IndexDefinition index = IndexNamed("i", {.hash = {Key("a"), Key("b", kN)}, .range = {Key("c")}});
  index.id = 5;
  definition.indexes = {index};
  const Table table(definition);
  const Item item =
      ItemOf({{"pk", S("p")}, {"sk", N("7")}, {"a", S("x")}, {"b", N("0")}, {"c", S("y")}});
  EXPECT_EQ(Hex(table.KeyOfItem(item)->bytes),
            "0201020304"
            "ea94ed3c"
            "700001"
            "03824700");
  EXPECT_EQ(Hex(*PositionOf(table, &table.definition().indexes[0], item)),
            "0301020304"
            "00000005"
            "35228b4b"
            "780001"
            "02"
            "790001"
            "700001"
            "03824700");
}

TEST(KeyCodecTest, TheKeysOfAPartitionShareAPrefixWithTheirHash) {
  TableDefinition definition = TableNamed("t");
  definition.indexes = {IndexNamed("i", {.hash = {Key("a")}})};
  const Table table(definition);
  const auto item = [](const char* sk) {
    return ItemOf({{"pk", S("p")}, {"sk", N(sk)}, {"a", S("x")}});
  };
  const std::string key = table.KeyOfItem(item("1"))->bytes;
  const std::string entry = *PositionOf(table, &table.definition().indexes[0], item("1"));
  EXPECT_EQ(PartitionPrefixBytes(key), 9u);
  EXPECT_EQ(key.substr(0, 9), table.KeyOfItem(item("2"))->bytes.substr(0, 9));
  EXPECT_EQ(PartitionPrefixBytes(entry), 13u);
  EXPECT_EQ(PartitionPrefixBytes(key.substr(0, 8)), 0u);
  EXPECT_EQ(PartitionPrefixBytes("\x07rest of a key"), 0u);
}

TEST(KeyCodecTest, ARangeOfAPartitionStaysWithinItsPrefix) {
  const Table table(TableNamed("t"));
  const KeyRange range = RangeOf(table, PartitionRange{.hash = {S("p")}});
  EXPECT_EQ(PartitionPrefixBytes(range.begin), 9u);
  EXPECT_EQ(range.begin.substr(0, 9), range.end.substr(0, 9));
}

}  // namespace
}  // namespace trestle
