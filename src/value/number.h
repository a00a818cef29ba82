#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace trestle {

__extension__ using Uint128 = unsigned __int128;

// A decimal as DynamoDB defines it: 38 significant digits, magnitude 1E-130 to 9.99E+125, always
// exact.
class Number {
 public:
  static constexpr int kMaxDigits = 38;
  static constexpr int kMaxMagnitude = 125;  // of the first digit, as a power of ten
  static constexpr int kMinMagnitude = -130;
  static constexpr std::size_t kMaxTextBytes = 170;  // "-0.", 129 zeros, 38 digits

  Number() = default;  // zero
  static Result<Number> Parse(std::string_view text);
  static Number FromInteger(std::int64_t value);

  // Exact, or an error: a sum that 38 digits cannot hold is an overflow, as the service answers it.
  Result<Number> Plus(const Number& addend) const;
  Result<Number> Minus(const Number& subtrahend) const;

  // Plain decimal, as the service answers it: no exponent, no leading or trailing zeros, no "-0".
  std::string ToString() const;
  // The same text written into `buffer`; the view of it ends with the buffer's life.
  std::string_view Format(std::span<char, kMaxTextBytes> buffer) const;

  bool IsZero() const { return (high_ | low_) == 0; }
  bool IsNegative() const { return negative_; }
  // The value is (-1 if negative) * coefficient * 10^exponent; the coefficient has no trailing
  // zeros.
  Uint128 coefficient() const { return Uint128{high_} << 64 | low_; }
  int exponent() const { return exponent_; }
  int DigitCount() const;  // of the coefficient; 0 for zero
  // The power of ten of the first digit: 2 for 123, -1 for 0.5. Zero has none; it answers 0.
  int Magnitude() const;
  // Rebuilds a number from the parts that an encoding kept. False parts are the caller's mistake.
  static Number FromParts(Uint128 coefficient, int exponent, bool negative);

  friend bool operator==(const Number&, const Number&) = default;
  friend std::strong_ordering operator<=>(const Number& a, const Number& b);

 private:
  Number(Uint128 coefficient, int exponent, bool negative);
  static Result<Number> Checked(Uint128 coefficient, int exponent, bool negative);
  static Result<Number> Sum(const Number& a, const Number& b, bool negate_b);

  // Two halves rather than a Uint128, whose alignment would make every AttributeValue larger.
  std::uint64_t high_ = 0;
  std::uint64_t low_ = 0;
  std::int16_t exponent_ = 0;
  bool negative_ = false;
};

}  // namespace trestle
