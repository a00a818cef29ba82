#include "table/time_to_live.h"

#include <gtest/gtest.h>

#include "table/key_codec.h"
#include "table/table_testing.h"

namespace trestle {
namespace {

using std::chrono::seconds;

TableDefinition Expiring() {
  TableDefinition definition = TableNamed("Sessions");
  definition.ttl_attribute = "ttl";
  return definition;
}

std::optional<TimePoint> ExpiryWith(const AttributeValue& ttl) {
  return ExpiryOf(Expiring(), EncodedItem::From(ItemOf({{"pk", S("a")}, {"ttl", ttl}})));
}

TEST(TimeToLiveTest, ANumberIsSecondsSince1970WithAFraction) {
  EXPECT_EQ(ExpiryWith(N("1700000000")), TimePoint(seconds(1'700'000'000)));
  EXPECT_EQ(ExpiryWith(N("1.7e9")), TimePoint(seconds(1'700'000'000)));
  EXPECT_EQ(ExpiryWith(N("17E8")), TimePoint(seconds(1'700'000'000)));
  EXPECT_EQ(ExpiryWith(N("1700000000.25")), TimePoint(Duration(1'700'000'000'250'000)));
  EXPECT_EQ(ExpiryWith(N("1700000000.000001")), TimePoint(Duration(1'700'000'000'000'001)));
  EXPECT_EQ(ExpiryWith(N("1700000000.0000001")), TimePoint(Duration(1'700'000'000'000'001)));
  EXPECT_EQ(ExpiryWith(N("0.5")), TimePoint(Duration(500'000)));
  EXPECT_EQ(ExpiryWith(N("253402300799")), TimePoint(seconds(253'402'300'799)));
}

TEST(TimeToLiveTest, WhatIsNoUsableNumberNeverExpires) {
  for (const AttributeValue& never :
       {N("0"), N("-1"), N("-1700000000"), N("253402300800"), N("1700000000000"), N("1e125"),
        N("-1e125"), N("99999999999999999999999999999999999999"), S("1700000000"), B("1700000000"),
        AttributeValue::Of(true), AttributeValue::Of(NumberSet({*Number::Parse("1700000000")}))}) {
    EXPECT_EQ(ExpiryWith(never), std::nullopt);
  }
  const EncodedItem without = EncodedItem::From(ItemOf({{"pk", S("a")}}));
  EXPECT_EQ(ExpiryOf(Expiring(), without), std::nullopt);
  const EncodedItem with = EncodedItem::From(ItemOf({{"ttl", N("1700000000")}}));
  EXPECT_EQ(ExpiryOf(TableNamed("Sessions"), with), std::nullopt);
}

TEST(TimeToLiveTest, GoldenBytes) {
  TableDefinition definition = Expiring();
  definition.id = 0x01020304;
  const Table table(definition);
  const ItemKey key = *table.KeyOf(ItemOf({{"pk", S("p")}, {"sk", N("7")}}));
  const std::string entry = ExpiryEntry(key.bytes, TimePoint(seconds(1'700'000'000)));
  EXPECT_EQ(entry, std::string("\x05\x01\x02\x03\x04\x00\x06\x0a\x24\x18\x1e\x40\x00"
                               "\xea\x94\xed\x3cp\x00\x01\x03\x82\x47\x00",
                               24));
  EXPECT_EQ(ItemOfExpiryEntry(entry), key.bytes);
}

TEST(TimeToLiveTest, EntriesAreInTheOrderOfTime) {
  const KeyRange range = ExpiryEntries(7, TimePoint(seconds(100)), TimePoint(seconds(200)));
  const std::string item = KeyWriter(KeySpace::kItem, 7).Take() + "hash-and-key";
  const auto within = [&](Duration at) {
    const std::string entry = ExpiryEntry(item, TimePoint(at));
    return range.begin <= entry && entry < range.end;
  };
  EXPECT_FALSE(within(seconds(100) - Duration(1)));
  EXPECT_TRUE(within(seconds(100)));
  EXPECT_TRUE(within(seconds(200)));
  EXPECT_FALSE(within(seconds(200) + Duration(1)));
}

}  // namespace
}  // namespace trestle
