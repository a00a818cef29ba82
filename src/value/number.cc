#include "value/number.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstring>

#include "base/check.h"
#include "value/messages.h"

namespace trestle {
namespace {

constexpr auto kPowersOfTen = [] {
  std::array<Uint128, Number::kMaxDigits + 1> powers{};
  powers[0] = 1;
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}();

constexpr std::uint64_t kTenTo19 = 10'000'000'000'000'000'000U;

int BitWidth(Uint128 value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  if (high != 0) return 128 - std::countl_zero(high);
  return 64 - std::countl_zero(static_cast<std::uint64_t>(value));
}

// Decimal digits of `value`, which is below 2 * 10^38; 0 for 0.
int CountDigits(Uint128 value) {
  // 1233 / 4096 is just above log10(2), so the guess is right or one too low.
  const int guess = BitWidth(value) * 1233 >> 12;
  return guess + (value >= kPowersOfTen[guess] ? 1 : 0);
}

// Moves trailing zeros of `coefficient` (not 0) into `exponent`.
void StripTrailingZeros(Uint128& coefficient, int& exponent) {
  while ((coefficient >> 64) != 0) {
    if ((coefficient & 1) != 0 || coefficient % 10 != 0) return;
    coefficient /= 10;
    ++exponent;
  }
  auto small = static_cast<std::uint64_t>(coefficient);
  while (small % 10 == 0) {
    small /= 10;
    ++exponent;
  }
  coefficient = small;
}

char* WriteDigits(Uint128 value, char* out) {
  char* const limit = out + Number::kMaxDigits + 1;
  if ((value >> 64) == 0) return std::to_chars(out, limit, static_cast<std::uint64_t>(value)).ptr;

  out = std::to_chars(out, limit, static_cast<std::uint64_t>(value / kTenTo19)).ptr;
  auto rest = static_cast<std::uint64_t>(value % kTenTo19);
  for (int i = 18; i >= 0; --i, rest /= 10) out[i] = static_cast<char>('0' + rest % 10);
  return out + 19;
}

}  // namespace

Number::Number(Uint128 coefficient, int exponent, bool negative)
    : high_(static_cast<std::uint64_t>(coefficient >> 64)),
      low_(static_cast<std::uint64_t>(coefficient)),
      exponent_(static_cast<std::int16_t>(exponent)),
      negative_(negative) {}

Number Number::FromInteger(std::int64_t value) {
  if (value == 0) return Number();
  const bool negative = value < 0;
  const auto bits = static_cast<std::uint64_t>(value);
  Uint128 coefficient = negative ? 0 - bits : bits;
  int exponent = 0;
  StripTrailingZeros(coefficient, exponent);
  return Number(coefficient, exponent, negative);
}

Number Number::FromParts(Uint128 coefficient, int exponent, bool negative) {
  if (coefficient == 0) return Number();
  StripTrailingZeros(coefficient, exponent);
  const Number number(coefficient, exponent, negative);
  TRESTLE_CHECK(coefficient < kPowersOfTen[kMaxDigits]);
  TRESTLE_CHECK(number.Magnitude() >= kMinMagnitude && number.Magnitude() <= kMaxMagnitude);
  return number;
}

int Number::DigitCount() const { return CountDigits(coefficient()); }

int Number::Magnitude() const { return IsZero() ? 0 : exponent_ + DigitCount() - 1; }

Result<Number> Number::Plus(const Number& addend) const { return Sum(*this, addend, false); }

Result<Number> Number::Minus(const Number& subtrahend) const {
  return Sum(*this, subtrahend, true);
}

// A number from the parts of a sum: `coefficient` is below 2 * 10^38 and may end in zeros.
Result<Number> Number::Checked(Uint128 coefficient, int exponent, bool negative) {
  if (coefficient == 0) return Number();
  StripTrailingZeros(coefficient, exponent);
  const int digits = CountDigits(coefficient);
  if (digits > kMaxDigits) return messages::NumberOverflow();
  const int magnitude = exponent + digits - 1;
  if (magnitude > kMaxMagnitude) return messages::NumberOverflow();
  if (magnitude < kMinMagnitude) return messages::NumberUnderflow();
  return Number(coefficient, exponent, negative);
}

Result<Number> Number::Sum(const Number& a, const Number& b, bool negate_b) {
  const bool b_negative = b.negative_ != negate_b;
  if (b.IsZero()) return a;
  if (a.IsZero()) return Number(b.coefficient(), b.exponent_, b_negative);

  // Of two terms with different exponents the coarse one is written with the exponent of the fine
  // one. The last digit of the result is then that of the fine one, which is not zero, so no later
  // stripping can save the sum.
  const bool a_coarse = a.exponent_ >= b.exponent_;
  const Number& coarse = a_coarse ? a : b;
  const Number& fine = a_coarse ? b : a;
  const bool coarse_negative = a_coarse ? a.negative_ : b_negative;
  const bool fine_negative = a_coarse ? b_negative : a.negative_;

  const int shift = coarse.exponent_ - fine.exponent_;
  const int digits = coarse.DigitCount();
  if (digits + shift > kMaxDigits) {
    // 39 digits can only shrink to 38 by a subtraction that starts from a leading 1.
    const bool may_shrink = digits + shift == kMaxDigits + 1 && coarse_negative != fine_negative &&
                            coarse.coefficient() < 2 * kPowersOfTen[digits - 1];
    if (!may_shrink) return messages::NumberOverflow();
  }

  const Uint128 left = coarse.coefficient() * kPowersOfTen[shift];
  const Uint128 right = fine.coefficient();
  if (coarse_negative == fine_negative) return Checked(left + right, fine.exponent_, fine_negative);
  if (left >= right) return Checked(left - right, fine.exponent_, coarse_negative);
  return Checked(right - left, fine.exponent_, fine_negative);
}

std::strong_ordering operator<=>(const Number& a, const Number& b) {
  const int a_sign = a.IsZero() ? 0 : a.negative_ ? -1 : 1;
  const int b_sign = b.IsZero() ? 0 : b.negative_ ? -1 : 1;
  if (a_sign != b_sign || a_sign == 0) return a_sign <=> b_sign;

  const Number& small = a.negative_ ? b : a;  // if the numbers were without their sign
  const Number& large = a.negative_ ? a : b;
  if (small.exponent_ == large.exponent_) return small.coefficient() <=> large.coefficient();
  const int small_magnitude = small.Magnitude();
  const int large_magnitude = large.Magnitude();
  if (small_magnitude != large_magnitude) return small_magnitude <=> large_magnitude;
  // Equal magnitudes: the shift brings both to at most 38 digits.
  const int shift = small.exponent_ - large.exponent_;
  if (shift > 0) return small.coefficient() * kPowersOfTen[shift] <=> large.coefficient();
  return small.coefficient() <=> large.coefficient() * kPowersOfTen[-shift];
}

std::string Number::ToString() const {
  std::array<char, kMaxTextBytes> buffer;
  return std::string(Format(buffer));
}

std::string_view Number::Format(std::span<char, kMaxTextBytes> buffer) const {
  char* out = buffer.data();
  const auto done = [&] { return std::string_view(buffer.data(), out - buffer.data()); };
  const auto append_zeros = [&](int count) {
    std::memset(out, '0', count);
    out += count;
  };
  if (negative_) *out++ = '-';
  if (exponent_ >= 0) {
    out = WriteDigits(coefficient(), out);
    append_zeros(exponent_);
    return done();
  }

  std::array<char, kMaxDigits + 1> digits;
  const int count = static_cast<int>(WriteDigits(coefficient(), digits.data()) - digits.data());
  const int integer_digits = count + exponent_;  // not above 0 if the number is below 1
  if (integer_digits <= 0) {
    *out++ = '0';
    *out++ = '.';
    append_zeros(-integer_digits);
    std::memcpy(out, digits.data(), count);
    out += count;
    return done();
  }
  std::memcpy(out, digits.data(), integer_digits);
  out += integer_digits;
  *out++ = '.';
  std::memcpy(out, digits.data() + integer_digits, count - integer_digits);
  out += count - integer_digits;
  return done();
}

}  // namespace trestle
