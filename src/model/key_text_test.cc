#include "model/key_text.h"

#include <gtest/gtest.h>

#include "model/shop_for_test.h"
#include "model/template_text.h"

namespace trestle::model {
namespace {

AttributeValue Text(std::string text) { return AttributeValue::String(std::move(text)); }
AttributeValue Num(std::string_view text) { return AttributeValue::Of(*Number::Parse(text)); }

// The text of `value` in "{X:formats}", or the error behind "!".
std::string Formatted(const AttributeValue& value, std::string_view formats, Shape shape = {}) {
  Problems problems;
  const Template parsed = ParseTemplate("{X:" + std::string(formats) + "}", {1, 1}, problems);
  EXPECT_TRUE(problems.empty()) << formats;
  const auto text = FormattedText(value, &shape, parsed.parts[0].formats);
  return text ? *text : "!" + text.error().message;
}

TEST(KeyTextTest, PadsNumbers) {
  EXPECT_EQ(Formatted(Num("42"), "pad(5)"), "00042");
  EXPECT_EQ(Formatted(Num("0"), "pad(1)"), "0");
  EXPECT_EQ(Formatted(Num("9.2"), "fixed(3, 1)"), "009.2");
  EXPECT_EQ(Formatted(Num("9"), "fixed(3, 2)"), "009.00");
  EXPECT_EQ(Formatted(Num("12"), "descending(3)"), "987");
  EXPECT_EQ(Formatted(Num("999"), "descending(3)"), "000");
}

TEST(KeyTextTest, RefusesNumbersThatDoNotFit) {
  EXPECT_EQ(Formatted(Num("100000"), "pad(5)"),
            "!'100000' has more digits than pad(5) has room for");
  EXPECT_EQ(Formatted(Num("-1"), "pad(5)"), "!pad(5) cannot write the negative number '-1'");
  EXPECT_EQ(Formatted(Num("1.5"), "pad(5)"),
            "!pad(5) needs a whole number of 0 or more, not '1.5'");
  EXPECT_EQ(Formatted(Num("1.25"), "fixed(3, 1)"),
            "!'1.25' has more digits than fixed(3, 1) has room for");
  EXPECT_EQ(Formatted(Num("1000"), "descending(3)"),
            "!'1000' has more digits than descending(3) has room for");
  EXPECT_EQ(Formatted(Text("x"), "pad(5)"), "!pad(5) needs a number");
}

TEST(KeyTextTest, CutsTimes) {
  const Shape seconds{.type = Type::kTimestamp, .stored = Stored::kSeconds};
  EXPECT_EQ(Formatted(Text("2026-11-15T07:30:00.000Z"), "hour"), "2026-11-15T07");
  EXPECT_EQ(Formatted(Text("2026-11-15T07:30:00.000Z"), "month"), "2026-11");
  EXPECT_EQ(Formatted(Text("1950-01-02"), "year"), "1950");
  EXPECT_EQ(Formatted(Num("1763191800"), "date", seconds), "2025-11-15");
  EXPECT_EQ(Formatted(Text("today"), "date"), "!date needs a timestamp or a date");
}

TEST(KeyTextTest, ChangesText) {
  EXPECT_EQ(Formatted(Text("A#b%"), "lower:escape"), "a%23b%25");
  EXPECT_EQ(Formatted(Text("ab"), "upper"), "AB");
  EXPECT_EQ(Formatted(Text("mid"), "rank", {.type = Type::kEnum, .values = {"low", "mid"}}), "01");
  // Stored keys rest on these two.
  EXPECT_EQ(Formatted(Text("customer-1"), "shard(10)"), "09");
  EXPECT_EQ(Formatted(Text("customer-2"), "shard(100)"), "83");
}

TEST(KeyTextTest, DerivesKeysOfAnItem) {
  const Model model = ModelOf(kShop);
  const Entity& order = *model.FindEntity("Order");
  Item item = model.samples[1].values;
  EXPECT_EQ(**Derived(order, order.FindKey("PK")->value, item), Text("CUSTOMER#c1"));
  EXPECT_EQ(**Derived(order, order.FindKey("SK")->value, item),
            Text("ORDER#2026-02-13T10:30:45.000Z#01J00000000000000000000000"));
  item.Erase("CustomerId");
  EXPECT_FALSE(*Derived(order, order.FindKey("PK")->value, item));
}

TEST(KeyTextTest, KeepsTheTypeOfOneReference) {
  Problems problems;
  const Entity entity;
  const Template one = ParseTemplate("{N}", {}, problems);
  const Template more = ParseTemplate("N={M.N}", {}, problems);
  const Item item{{"N", Num("5")}, {"M", AttributeValue::Of(AttributeMap{{"N", Num("0.50")}})}};
  EXPECT_EQ(**Derived(entity, one, item), Num("5"));
  EXPECT_EQ(**Derived(entity, more, item), Text("N=0.5"));
}

TEST(KeyTextTest, TemplatesSayWhereTheyAreWrong) {
  const auto problem = [](std::string_view text) {
    Problems problems;
    ParseTemplate(text, {1, 1}, problems);
    const auto all = std::move(problems).InOrder();
    return all.empty() ? "" : std::to_string(all[0].place.column) + ": " + all[0].message;
  };
  EXPECT_EQ(problem("A#{b"), "3: a '{' without '}'; a brace that is meant is '{{'");
  EXPECT_EQ(problem("é}"), "2: a '}' without '{'; a brace that is meant is '}}'");
  EXPECT_EQ(problem("{{x}}{Y}"), "");
  EXPECT_EQ(problem("{X:padd(3)}"), "4: there is no format 'padd'; did you mean 'pad'?");
  EXPECT_EQ(problem("{X:pad}"), "4: the format is written pad(n), n from 1 to 38");
  EXPECT_EQ(problem("{X:pad(0)}"), "4: the format is written pad(n), n from 1 to 38");
  EXPECT_EQ(problem("{X:lower(1)}"), "4: the format is written lower");
  EXPECT_EQ(problem("{}"), "2: a name must stand between the braces");
}

}  // namespace
}  // namespace trestle::model
