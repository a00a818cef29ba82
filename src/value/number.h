#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace trestle {

__extension__ using Uint128 = unsigned __int128;

// A decimal as DynamoDB defines it: 38 significant digits, magnitude 1E-130 to 9.99E+125, always exact.
class Number {
 public:
  Number() = default;  // zero
  static Result<Number> Parse(std::string_view text);
  static Number FromInteger(std::int64_t value);

  Result<Number> Plus(const Number& addend) const;
  Result<Number> Minus(const Number& subtrahend) const;
  // Plain decimal, as the service answers it: no exponent, no leading or trailing zeros, no "-0".
  std::string ToString() const;

  bool IsZero() const { return coefficient_ == 0; }
  bool IsNegative() const { return negative_; }
  // The value is (-1 if negative) * coefficient * 10^exponent.
  Uint128 coefficient() const { return coefficient_; }
  int exponent() const { return exponent_; }
  // Rebuilds a number from the parts that an encoding kept. False parts are the caller's mistake.
  static Number FromParts(Uint128 coefficient, int exponent, bool negative);

  friend bool operator==(const Number&, const Number&) = default;
  friend std::strong_ordering operator<=>(const Number& a, const Number& b);

 private:
  Uint128 coefficient_ = 0;  // without trailing zeros, so equal numbers have equal members
  std::int16_t exponent_ = 0;
  bool negative_ = false;
};

}  // namespace trestle
