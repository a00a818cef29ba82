#include "model/shape_check.h"

#include <gtest/gtest.h>

#include "model/plain_value.h"

namespace trestle::model {
namespace {

AttributeValue Text(std::string text) { return AttributeValue::String(std::move(text)); }
AttributeValue Num(std::string_view text) { return AttributeValue::Of(*Number::Parse(text)); }
std::string Wrong(const Shape& shape, const AttributeValue& value) {
  return ShapeProblem(shape, value).value_or("");
}

TEST(ShapeCheckTest, ChecksNumbers) {
  Shape shape{.type = Type::kDecimal, .decimals = 2};
  shape.min = Number();
  shape.max = *Number::Parse("10");
  EXPECT_EQ(Wrong(shape, Num("9.99")), "");
  EXPECT_EQ(Wrong(shape, Num("9.999")), "must not have more than 2 decimals");
  EXPECT_EQ(Wrong(shape, Num("-1")), "must be at least 0");
  EXPECT_EQ(Wrong(shape, Num("11")), "must be at most 10");
  EXPECT_EQ(Wrong(shape, Text("1")), "must be a number");
  EXPECT_EQ(Wrong({.type = Type::kInteger}, Num("1.5")), "must be a whole number");
}

TEST(ShapeCheckTest, ChecksTexts) {
  Shape shape;
  shape.max_length = 3;
  EXPECT_EQ(Wrong(shape, Text("äöü")), "");
  EXPECT_EQ(Wrong(shape, Text("abcd")), "must not be longer than 3");
  shape.pattern = "[a-z]+";
  EXPECT_EQ(Wrong(shape, Text("ab")), "");
  EXPECT_EQ(Wrong(shape, Text("a1")), "must match [a-z]+");
  EXPECT_EQ(Wrong({.type = Type::kEnum, .values = {"a", "b"}}, Text("c")), "must be one of a, b");
  EXPECT_EQ(Wrong({.type = Type::kUuid}, Text("123e4567-e89b-12d3-a456-426614174000")), "");
  EXPECT_EQ(Wrong({.type = Type::kUuid}, Text("123e4567")), "must be a UUID");
  EXPECT_EQ(Wrong({.type = Type::kUlid}, Text("01ARZ3NDEKTSV4RRFFQ69G5FAV")), "");
  EXPECT_EQ(Wrong({.type = Type::kUlid}, Text("81ARZ3NDEKTSV4RRFFQ69G5FAV")), "must be a ULID");
}

TEST(ShapeCheckTest, ChecksTimes) {
  const Shape shape{.type = Type::kTimestamp};
  EXPECT_EQ(Wrong(shape, Text("2026-02-13T10:30:45.123Z")), "");
  EXPECT_EQ(Wrong(shape, Text("2026-02-13T10:30:45Z")),
            "must be a time such as 2026-02-13T10:30:45.123Z");
  EXPECT_EQ(Wrong({.type = Type::kDate}, Text("2024-02-29")), "");
  EXPECT_EQ(Wrong({.type = Type::kDate}, Text("2026-02-29")), "must be a date such as 2026-02-13");
  EXPECT_EQ(Wrong({.type = Type::kTimestamp, .stored = Stored::kSeconds}, Num("1.5")),
            "must be a whole number of seconds since 1970");
}

TEST(ShapeCheckTest, RefusesPatternsThatAreNone) {
  EXPECT_FALSE(CompilePattern("("));
  EXPECT_FALSE(CompilePattern("(?=x)"));
}

TEST(PlainValueTest, TurnsPlainValuesIntoStoredOnes) {
  const Shape time{.type = Type::kTimestamp};
  EXPECT_EQ(*FromPlain(time, Text("2026-02-13T10:30:45+01:00")), Text("2026-02-13T09:30:45.000Z"));
  const Shape seconds{.type = Type::kTimestamp, .stored = Stored::kSeconds};
  EXPECT_EQ(*FromPlain(seconds, Text("1970-01-02")), Num("86400"));
  EXPECT_EQ(*FromPlain({.type = Type::kStringSet}, AttributeValue::Of(List{Text("b"), Text("a")})),
            AttributeValue::Of(StringSet({"a", "b"})));
  EXPECT_EQ(FromPlain({.type = Type::kStringSet}, AttributeValue::Of(List{})).error().message,
            "must be a set of texts");
  EXPECT_EQ(*FromPlain({.type = Type::kBinary}, Text("AQI=")),
            AttributeValue::Of(Binary{"\x01\x02"}));
}

TEST(PlainValueTest, ReadsTexts) {
  EXPECT_EQ(*FromText({.type = Type::kInteger}, "12"), Num("12"));
  EXPECT_EQ(FromText({.type = Type::kInteger}, "x").error().message, "must be a number");
  EXPECT_EQ(*FromText({.type = Type::kBoolean}, "true"), AttributeValue::Of(true));
  EXPECT_EQ(*FromText({.type = Type::kGeo}, "52.5,13.4"),
            AttributeValue::Of(AttributeMap{{"lat", Num("52.5")}, {"lon", Num("13.4")}}));
  EXPECT_EQ(*FromText({.type = Type::kList}, "a,b"),
            AttributeValue::Of(List{Text("a"), Text("b")}));
}

}  // namespace
}  // namespace trestle::model
