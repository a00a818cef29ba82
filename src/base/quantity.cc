#include "base/quantity.h"

#include <array>
#include <charconv>

#include "base/time_text.h"
#include "base/trimmed.h"

namespace trestle {
namespace {

struct UnitFactor {
  std::string_view name;
  double factor;
};
constexpr std::array<UnitFactor, 10> kRateUnits = {{{"s", 1},
                                                    {"sec", 1},
                                                    {"second", 1},
                                                    {"m", 1.0 / 60},
                                                    {"min", 1.0 / 60},
                                                    {"minute", 1.0 / 60},
                                                    {"h", 1.0 / 3600},
                                                    {"hour", 1.0 / 3600},
                                                    {"d", 1.0 / 86400},
                                                    {"day", 1.0 / 86400}}};
constexpr std::array<UnitFactor, 5> kSizeUnits = {
    {{"", 1}, {"B", 1}, {"KB", 1024}, {"MB", 1024.0 * 1024}, {"GB", 1024.0 * 1024 * 1024}}};

template <class Units>
std::optional<double> InUnits(double number, std::string_view unit, const Units& units) {
  for (const UnitFactor& one : units) {
    if (one.name != unit) continue;
    const double product = number * one.factor;
    return product <= kMostOfAFigure ? std::optional(product) : std::nullopt;
  }
  return std::nullopt;
}

// Cuts a number that is not negative off the front.
std::optional<double> TakeFigure(std::string_view& text) {
  text = Trimmed(text);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !(number >= 0 && number <= kMostOfAFigure)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  text = Trimmed(text);
  return number;
}

}  // namespace

std::optional<double> ParseRate(std::string_view text) {
  const auto number = TakeFigure(text);
  if (!number || !text.starts_with('/')) return std::nullopt;
  text.remove_prefix(1);
  text = Trimmed(text);
  return InUnits(*number, text, kRateUnits);
}

std::optional<double> ParseSize(std::string_view text) {
  const auto number = TakeFigure(text);
  return number ? InUnits(*number, text, kSizeUnits) : std::nullopt;
}

std::optional<std::chrono::seconds> ParseSpan(std::string_view text) {
  const auto duration = ParseDuration(text);
  if (!duration) return std::nullopt;
  return std::chrono::duration_cast<std::chrono::seconds>(*duration);
}

}  // namespace trestle
