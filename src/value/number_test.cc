#include "value/number.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace trestle {
namespace {

constexpr const char* kOverflow =
    "Number overflow. Attempting to store a number with magnitude larger than supported range";
constexpr const char* kUnderflow =
    "Number underflow. Attempting to store a number with magnitude smaller than supported range";
constexpr const char* kTooManyDigits =
    "Attempting to store more than 38 significant digits in a Number";
constexpr const char* kNines = "99999999999999999999999999999999999999";  // 38

std::string Canonical(const std::string& text) {
  const Result<Number> number = Number::Parse(text);
  return number ? number->ToString() : "error: " + number.error().message;
}

std::string ErrorOf(const Result<Number>& result) {
  return result ? "no error: " + result->ToString() : result.error().message;
}

Number N(const std::string& text) { return *Number::Parse(text); }

struct Spelling {
  std::string written;
  std::string stored;
};

TEST(NumberTest, StoresThePlainDecimalForm) {
  const Spelling spellings[] = {
      {"0", "0"},
      {"-0", "0"},
      {"+5", "5"},
      {"007", "7"},
      {"1.50", "1.5"},
      {"100", "100"},
      {".5", "0.5"},
      {"5.", "5"},
      {"-.25", "-0.25"},
      {"1e5", "100000"},
      {"1E+5", "100000"},
      {"1.5e-3", "0.0015"},
      {"12e-2", "0.12"},
      {"00.00", "0"},
      {"-0.0e10", "0"},
      {"1e00005", "100000"},
      {"0.10e1", "1"},
      {"123.456e1", "1234.56"},
      {"-1000000000000000000", "-1000000000000000000"},
      {"123456789012345678901234567890", "123456789012345678901234567890"},
      {"3.14159265358979323846264338327950288410", "3.1415926535897932384626433832795028841"},
  };
  for (const auto& [written, stored] : spellings) EXPECT_EQ(Canonical(written), stored) << written;
}

TEST(NumberTest, ExpandsTheLargestAndSmallestMagnitudes) {
  EXPECT_EQ(Canonical("1e125"), "1" + std::string(125, '0'));
  EXPECT_EQ(Canonical("9.9999999999999999999999999999999999999E+125"),
            kNines + std::string(88, '0'));
  EXPECT_EQ(Canonical("1e-130"), "0." + std::string(129, '0') + "1");
  const std::string longest = "-0." + std::string(129, '0') + kNines;
  EXPECT_EQ(longest.size(), Number::kMaxTextBytes);
  EXPECT_EQ(Canonical(longest), longest);
}

TEST(NumberTest, RefusesWhatIsNoNumber) {
  const std::string refused[] = {
      "abc", " 1",    "1 ",  "NaN",           "Infinity", "-",   "+",     ".",    "-.",
      "e5",  "1e",    "1e+", "1+2",           "--1",      "+-1", "1.2.3", "0x10", "1,000",
      "1_0", "1e5.5", "1f",  "1e99999999999", "\xD9\xA1"};
  for (const std::string& text : refused) {
    EXPECT_EQ(ErrorOf(Number::Parse(text)),
              "The parameter cannot be converted to a numeric value: " + text);
  }
}

TEST(NumberTest, NamesNoTextWhenThereIsNone) {
  EXPECT_EQ(ErrorOf(Number::Parse("")), "The parameter cannot be converted to a numeric value");
}

TEST(NumberTest, RefusesMagnitudesOutOfRange) {
  for (const char* text : {"1e126", "-1e126", "10e125", "0.1e127", "1e2147483647"}) {
    EXPECT_EQ(ErrorOf(Number::Parse(text)), kOverflow) << text;
  }
  for (const char* text : {"1e-131", "-1e-131", "0.1e-130", "9.9e-131", "1e-2147483647"}) {
    EXPECT_EQ(ErrorOf(Number::Parse(text)), kUnderflow) << text;
  }
  EXPECT_EQ(ErrorOf(Number::Parse(std::string(127, '1'))), kOverflow);
}

TEST(NumberTest, MeasuresAZeroByItsLastDigit) {
  EXPECT_EQ(Canonical("0e125"), "0");
  EXPECT_EQ(Canonical("0.0e126"), "0");
  EXPECT_EQ(ErrorOf(Number::Parse("0e126")), kOverflow);
}

TEST(NumberTest, RefusesMoreThan38SignificantDigits) {
  EXPECT_EQ(ErrorOf(Number::Parse(std::string(39, '1'))), kTooManyDigits);
  EXPECT_EQ(ErrorOf(Number::Parse("1." + std::string(37, '0') + "1")), kTooManyDigits);
  EXPECT_EQ(ErrorOf(Number::Parse("1" + std::string(50, '0') + "1")), kTooManyDigits);
}

TEST(NumberTest, DoesNotCountZerosAtEitherEnd) {
  const std::string thirty_eight(38, '7');
  EXPECT_EQ(Canonical(std::string(50, '0') + thirty_eight + std::string(20, '0')),
            thirty_eight + std::string(20, '0'));
  EXPECT_EQ(Canonical("0." + std::string(50, '0') + thirty_eight + std::string(90, '0')),
            "0." + std::string(50, '0') + thirty_eight);
}

TEST(NumberTest, EqualNumbersAreEqualHoweverTheyWereWritten) {
  EXPECT_EQ(N("1000"), N("1e3"));
  EXPECT_EQ(N("0.10"), N(".1"));
  EXPECT_EQ(N("-0"), Number());
  EXPECT_EQ(N("1200"), Number::FromInteger(1200));
}

TEST(NumberTest, IntegersKeepTheirExtremes) {
  EXPECT_EQ(Number::FromInteger(std::numeric_limits<std::int64_t>::min()).ToString(),
            "-9223372036854775808");
  EXPECT_EQ(Number::FromInteger(std::numeric_limits<std::int64_t>::max()).ToString(),
            "9223372036854775807");
}

TEST(NumberTest, OrdersByValue) {
  const char* const ascending[] = {"-1e125", "-100",   "-99.5", "-1",     "-0.5", "-1e-130", "0",
                                   "1e-130", "0.4999", "0.5",   "1",      "1.1",  "9",       "10",
                                   "11",     "99.99",  "100",   "100.01", "1e38", "1e125"};
  for (std::size_t i = 0; i < std::size(ascending); ++i) {
    for (std::size_t j = 0; j < std::size(ascending); ++j) {
      EXPECT_EQ(N(ascending[i]) <=> N(ascending[j]), i <=> j)
          << ascending[i] << " " << ascending[j];
    }
  }
}

TEST(NumberTest, AddsAndSubtractsExactly) {
  EXPECT_EQ(N("0.1").Plus(N("0.2"))->ToString(), "0.3");
  EXPECT_EQ(N("99").Plus(N("1"))->ToString(), "100");
  EXPECT_EQ(N("5").Minus(N("5"))->ToString(), "0");
  EXPECT_EQ(N("0").Minus(N("5"))->ToString(), "-5");
  EXPECT_EQ(N("-3").Plus(N("10"))->ToString(), "7");
  EXPECT_EQ(N("1e20").Minus(N("1"))->ToString(), "99999999999999999999");
  EXPECT_EQ(N("1e-10").Plus(N("1e10"))->ToString(), "10000000000.0000000001");
}

TEST(NumberTest, SubtractionMayCrossFrom39DigitsTo38) {
  EXPECT_EQ(N("1e38").Minus(N("1"))->ToString(), kNines);
  EXPECT_EQ(N("1e38").Minus(N(kNines))->ToString(), "1");
  EXPECT_EQ(N(kNines).Minus(N("1e38"))->ToString(), "-1");
  EXPECT_EQ(ErrorOf(N("2e38").Minus(N("1"))), kOverflow);
}

TEST(NumberTest, ASumThatEndsInZerosMayCarryPast38Digits) {
  EXPECT_EQ(N(kNines).Plus(N("1"))->ToString(), "1" + std::string(38, '0'));
  EXPECT_EQ(ErrorOf(N(kNines).Plus(N("2"))), kOverflow);
}

TEST(NumberTest, RefusesSumsThatNeedMoreThan38Digits) {
  const Number large = N("1e50");
  const Result<Number> sum = large.Plus(N("1"));
  ASSERT_FALSE(sum);
  EXPECT_EQ(sum.error().code, ErrorCode::kValidation);
  EXPECT_EQ(sum.error().message, kOverflow);
  EXPECT_EQ(ErrorOf(N("1").Minus(large)), kOverflow);
  EXPECT_EQ(ErrorOf(N("1e125").Plus(N("1e-130"))), kOverflow);
}

TEST(NumberTest, RefusesSumsOutOfRange) {
  EXPECT_EQ(ErrorOf(N("9.9999999999999999999999999999999999999E+125").Plus(N("1e125"))), kOverflow);
  EXPECT_EQ(ErrorOf(N("-9e125").Minus(N("9e125"))), kOverflow);
  EXPECT_EQ(ErrorOf(N("1.1e-130").Minus(N("1e-130"))), kUnderflow);
}

TEST(NumberTest, FitsBesideAStringInAValue) { EXPECT_LE(sizeof(Number), sizeof(std::string)); }

}  // namespace
}  // namespace trestle
