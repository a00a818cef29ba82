#include <cstdint>
#include <limits>
#include <optional>

#include "value/messages.h"
#include "value/number.h"

namespace trestle {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Integers of up to 18 characters, which most numbers are.
std::optional<std::int64_t> ParseSmallInteger(std::string_view text) {
  const bool negative = text.front() == '-';
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (digits.empty() || digits.size() > 18) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : digits) {
    if (!IsDigit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return negative ? -value : value;
}

// The digits and the point of a number. Zeros are held back until a digit follows that makes them
// significant.
class Digits {
 public:
  // The rest of `text` after the longest run of digits with at most one point.
  std::string_view Consume(std::string_view text) {
    std::size_t i = 0;
    bool after_point = false;
    for (; i < text.size(); ++i) {
      if (text[i] == '.' && !after_point) {
        after_point = true;
      } else if (IsDigit(text[i])) {
        Add(text[i]);
        if (after_point) ++fraction_digits_;
      } else {
        break;
      }
    }
    return text.substr(i);
  }

  bool empty() const { return !any_; }
  Uint128 coefficient() const { return coefficient_; }
  // Without the zeros at either end. Past 38 the coefficient is no longer kept.
  std::int64_t significant() const { return significant_; }
  // The power of ten of the last significant digit; of a zero, that of its last digit.
  std::int64_t exponent() const { return trailing_zeros_ - fraction_digits_; }

 private:
  void Add(char c) {
    any_ = true;
    if (c == '0') {
      trailing_zeros_ += significant_ > 0 ? 1 : 0;
      return;
    }
    significant_ += trailing_zeros_ + 1;
    if (significant_ <= Number::kMaxDigits) {
      for (; trailing_zeros_ > 0; --trailing_zeros_) coefficient_ *= 10;
      coefficient_ = coefficient_ * 10 + static_cast<unsigned>(c - '0');
    }
    trailing_zeros_ = 0;
  }

  Uint128 coefficient_ = 0;
  std::int64_t significant_ = 0;
  std::int64_t trailing_zeros_ = 0;
  std::int64_t fraction_digits_ = 0;
  bool any_ = false;
};

// What stands after the digits: nothing, or `e`, an optional sign and digits. An exponent that 32
// bits cannot hold is no number to the service.
std::optional<std::int64_t> ParseExponent(std::string_view text) {
  if (text.empty()) return 0;
  if (text.front() != 'e' && text.front() != 'E') return std::nullopt;
  text.remove_prefix(1);
  bool negative = false;
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  if (text.empty()) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text) {
    if (!IsDigit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
    if (value > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
  }
  return negative ? -value : value;
}

}  // namespace

Result<Number> Number::Parse(std::string_view text) {
  if (text.empty()) return messages::NotANumber(text);
  if (const auto integer = ParseSmallInteger(text)) return FromInteger(*integer);

  const bool negative = text.front() == '-';
  std::string_view rest = text.substr(negative || text.front() == '+' ? 1 : 0);
  Digits digits;
  rest = digits.Consume(rest);
  if (digits.empty()) return messages::NotANumber(text);
  const auto written_exponent = ParseExponent(rest);
  if (!written_exponent) return messages::NotANumber(text);

  const std::int64_t exponent = *written_exponent + digits.exponent();
  // A zero is measured as if its last digit were significant: the service refuses 0e126 and takes
  // 0.0e126.
  const std::int64_t magnitude =
      exponent + (digits.significant() > 0 ? digits.significant() - 1 : 0);
  if (magnitude > kMaxMagnitude) return messages::NumberOverflow();
  if (magnitude < kMinMagnitude) return messages::NumberUnderflow();
  if (digits.significant() > kMaxDigits) return messages::TooManyDigits();
  if (digits.significant() == 0) return Number();
  return Number(digits.coefficient(), static_cast<int>(exponent), negative);
}

}  // namespace trestle
