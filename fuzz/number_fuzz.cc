// Numbers: what is accepted prints, parses back, orders and adds without contradiction.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "value/item_size.h"
#include "value/number.h"

namespace {

using trestle::Number;

void CheckOne(const Number& number) {
  std::array<char, Number::kMaxTextBytes> buffer;
  const auto again = Number::Parse(number.Format(buffer));
  TRESTLE_CHECK(again.has_value());
  TRESTLE_CHECK(*again == number);
  TRESTLE_CHECK(trestle::NumberSize(number) <= 22);
}

// Subtracting what was added gives the first number again, and the order agrees with the
// difference's sign.
void CheckTwo(const Number& a, const Number& b) {
  if (const auto sum = a.Plus(b)) {
    CheckOne(*sum);
    const auto back = sum->Minus(b);
    TRESTLE_CHECK(back.has_value());
    TRESTLE_CHECK(*back == a);
  }
  if (const auto difference = a.Minus(b)) {
    TRESTLE_CHECK((a < b) == difference->IsNegative());
    TRESTLE_CHECK((a == b) == difference->IsZero());
  }
}

}  // namespace

// The input is two numbers with a space between.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t space = text.find(' ');
  const auto first = Number::Parse(text.substr(0, space));
  if (!first) return 0;
  CheckOne(*first);
  if (space == std::string_view::npos) return 0;
  const auto second = Number::Parse(text.substr(space + 1));
  if (second) CheckTwo(*first, *second);
  return 0;
}
