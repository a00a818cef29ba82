#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

namespace trestle {

// A decimal done the slow way that is taught at school: one entry for each digit that is not zero,
// by its power of ten. It shares no idea with Number, so that the two check each other.
class SchoolDecimal {
 public:
  // `text` is a plain decimal with an optional sign and exponent, and is well formed.
  static SchoolDecimal Parse(std::string_view text) {
    SchoolDecimal number;
    if (text.front() == '-' || text.front() == '+') {
      number.negative_ = text.front() == '-';
      text.remove_prefix(1);
    }
    const std::size_t e = std::min(text.find('e'), text.find('E'));
    int power = e < text.size() ? std::stoi(std::string(text.substr(e + 1))) : 0;
    const std::string_view digits = text.substr(0, e);
    const std::size_t point = std::min(digits.find('.'), digits.size());
    power += static_cast<int>(point) - 1;
    for (const char c : digits) {
      if (c == '.') continue;
      number.SetDigit(power--, c - '0');
    }
    if (number.digits_.empty()) number.negative_ = false;
    return number;
  }

  SchoolDecimal Negated() const {
    SchoolDecimal result = *this;
    result.negative_ = !negative_ && !digits_.empty();
    return result;
  }

  SchoolDecimal Plus(const SchoolDecimal& other) const {
    if (negative_ == other.negative_) return AddDigits(*this, other);
    if (CompareDigits(*this, other) >= 0) return SubtractDigits(*this, other);
    return SubtractDigits(other, *this);
  }

  // Below, equal or above, as -1, 0, 1.
  int Compare(const SchoolDecimal& other) const {
    if (negative_ != other.negative_) return negative_ ? -1 : 1;
    return negative_ ? -CompareDigits(*this, other) : CompareDigits(*this, other);
  }

  bool IsZero() const { return digits_.empty(); }
  int HighestPower() const { return digits_.rbegin()->first; }
  int LowestPower() const { return digits_.begin()->first; }
  int Precision() const { return IsZero() ? 0 : HighestPower() - LowestPower() + 1; }

  std::string ToString() const {
    if (IsZero()) return "0";
    std::string text = negative_ ? "-" : "";
    for (int power = std::max(0, HighestPower()); power >= std::min(0, LowestPower()); --power) {
      if (power == -1) text += '.';
      text += static_cast<char>('0' + Digit(power));
    }
    return text;
  }

 private:
  int Digit(int power) const {
    const auto found = digits_.find(power);
    return found == digits_.end() ? 0 : found->second;
  }
  void SetDigit(int power, int digit) {
    if (digit != 0) digits_[power] = digit;
  }

  static int CompareDigits(const SchoolDecimal& a, const SchoolDecimal& b) {
    if (a.IsZero() || b.IsZero())
      return static_cast<int>(b.IsZero()) - static_cast<int>(a.IsZero());
    const int lowest = std::min(a.LowestPower(), b.LowestPower());
    for (int power = std::max(a.HighestPower(), b.HighestPower()); power >= lowest; --power) {
      if (a.Digit(power) != b.Digit(power)) return a.Digit(power) < b.Digit(power) ? -1 : 1;
    }
    return 0;
  }

  static SchoolDecimal AddDigits(const SchoolDecimal& a, const SchoolDecimal& b) {
    if (a.IsZero()) return b;
    if (b.IsZero()) return a;
    SchoolDecimal sum;
    sum.negative_ = a.negative_;
    int carry = 0;
    const int highest = std::max(a.HighestPower(), b.HighestPower());
    for (int power = std::min(a.LowestPower(), b.LowestPower()); power <= highest + 1; ++power) {
      const int digit = a.Digit(power) + b.Digit(power) + carry;
      sum.SetDigit(power, digit % 10);
      carry = digit / 10;
    }
    return sum;
  }

  // `a` is at least as large as `b`, signs aside; the result has the sign of `a`.
  static SchoolDecimal SubtractDigits(const SchoolDecimal& a, const SchoolDecimal& b) {
    if (b.IsZero()) return a;
    SchoolDecimal difference;
    int borrow = 0;
    for (int power = std::min(a.LowestPower(), b.LowestPower()); power <= a.HighestPower();
         ++power) {
      const int digit = a.Digit(power) - b.Digit(power) - borrow;
      borrow = digit < 0 ? 1 : 0;
      difference.SetDigit(power, (digit + 10) % 10);
    }
    difference.negative_ = a.negative_ && !difference.IsZero();
    return difference;
  }

  std::map<int, int> digits_;
  bool negative_ = false;
};

}  // namespace trestle
