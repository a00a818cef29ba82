#include "load/time.h"

#include <array>
#include <charconv>
#include <cmath>

#include "load/messages.h"

namespace trestle::load {
namespace {

struct Unit {
  std::string_view name;
  double seconds;
};
constexpr std::array<Unit, 5> kUnits = {{{"", 1}, {"ms", 0.001}, {"s", 1}, {"m", 60}, {"h", 3600}}};
constexpr double kMaxSeconds = 7 * 24 * 3600;

}  // namespace

Result<Nanoseconds> ParseDuration(std::string_view text) {
  double number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc()) return messages::BadDuration(text);
  const std::string_view name = text.substr(static_cast<std::size_t>(end - text.data()));
  for (const Unit& unit : kUnits) {
    if (name != unit.name) continue;
    const double seconds = number * unit.seconds;
    if (!(seconds >= 0 && seconds <= kMaxSeconds)) break;
    return Nanoseconds(std::llround(seconds * 1e9));
  }
  return messages::BadDuration(text);
}

}  // namespace trestle::load
