#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <compare>
#include <string>

#include "value/decimal_for_test.h"
#include "value/generators_for_test.h"
#include "value/number.h"

namespace trestle {
namespace {

SchoolDecimal School(const Number& number) { return SchoolDecimal::Parse(number.ToString()); }

// What Number must answer for a sum that the slow way found.
void CheckSum(const Result<Number>& sum, const SchoolDecimal& expected) {
  if (expected.IsZero()) {
    RC_ASSERT(sum.has_value());
    RC_ASSERT(sum->IsZero());
  } else if (expected.Precision() > Number::kMaxDigits ||
             expected.HighestPower() > Number::kMaxMagnitude) {
    RC_ASSERT(!sum.has_value());
    RC_ASSERT(sum.error().message.starts_with("Number overflow"));
  } else if (expected.HighestPower() < Number::kMinMagnitude) {
    RC_ASSERT(!sum.has_value());
    RC_ASSERT(sum.error().message.starts_with("Number underflow"));
  } else {
    RC_ASSERT(sum.has_value());
    RC_ASSERT(sum->ToString() == expected.ToString());
  }
}

RC_GTEST_PROP(NumberPropertyTest, PrintsWhatWasWritten, ()) {
  const std::string text = *rc::GenNumberText();
  const Result<Number> number = Number::Parse(text);
  RC_ASSERT(number.has_value());
  RC_ASSERT(number->ToString() == SchoolDecimal::Parse(text).ToString());
}

RC_GTEST_PROP(NumberPropertyTest, ParsesWhatItPrints, (const Number& number)) {
  const Result<Number> again = Number::Parse(number.ToString());
  RC_ASSERT(again.has_value());
  RC_ASSERT(*again == number);
  RC_ASSERT(again->ToString() == number.ToString());
}

RC_GTEST_PROP(NumberPropertyTest, RebuildsFromItsParts, (const Number& number)) {
  RC_ASSERT(Number::FromParts(number.coefficient(), number.exponent(), number.IsNegative()) ==
            number);
}

RC_GTEST_PROP(NumberPropertyTest, OrdersLikeTheSlowWay, (const Number& a, const Number& b)) {
  RC_ASSERT(std::is_lt(a <=> b) == (School(a).Compare(School(b)) < 0));
  RC_ASSERT(std::is_eq(a <=> b) == (a == b));
  RC_ASSERT(std::is_gt(a <=> b) == std::is_lt(b <=> a));
}

RC_GTEST_PROP(NumberPropertyTest, AddsLikeTheSlowWay, (const Number& a, const Number& b)) {
  CheckSum(a.Plus(b), School(a).Plus(School(b)));
}

RC_GTEST_PROP(NumberPropertyTest, SubtractsLikeTheSlowWay, (const Number& a, const Number& b)) {
  CheckSum(a.Minus(b), School(a).Plus(School(b).Negated()));
}

// Neighbours of a power of ten are where digits are lost, carried and cancelled.
RC_GTEST_PROP(NumberPropertyTest, AddsNearPowersOfTen, ()) {
  const auto near_power = [] {
    const int power = *rc::gen::inRange(-130, 126);
    const std::string head = *rc::gen::element<std::string>("1", "2", "9.99", "1.00000001");
    const std::string sign = *rc::gen::element<std::string>("", "-");
    return *Number::Parse(sign + head + "e" + std::to_string(power));
  };
  const Number a = near_power();
  const int shift = *rc::gen::inRange(-41, 41);
  const int power = std::clamp(a.Magnitude() + shift, -130, 125);
  const std::string digits(*rc::gen::inRange(1, 39), '9');
  const Result<Number> b = Number::Parse("0." + digits + "e" + std::to_string(power + 1));
  RC_PRE(b.has_value());
  CheckSum(a.Plus(*b), School(a).Plus(School(*b)));
  CheckSum(a.Minus(*b), School(a).Plus(School(*b).Negated()));
}

RC_GTEST_PROP(NumberPropertyTest, NeverAcceptsWhatItCannotRepeat, (const std::string& noise)) {
  const Result<Number> number = Number::Parse(noise);
  if (number) RC_ASSERT(*Number::Parse(number->ToString()) == *number);
}

}  // namespace
}  // namespace trestle
