#include "load/skew.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "load/messages.h"

namespace trestle::load {
namespace {

constexpr double kUsualExponent = 0.99;
constexpr double kMinExponent = 0.1;
constexpr double kMaxExponent = 3;

// (e^x - 1) / x and ln(1 + x) / x, which near 0 are 1.
double GrowthOver(double x) { return std::abs(x) > 1e-8 ? std::expm1(x) / x : 1 + x / 2; }
double LogarithmOver(double x) { return std::abs(x) > 1e-8 ? std::log1p(x) / x : 1 - x / 2; }

// Near the golden section, so that neighbouring ranks fall far from each other.
std::uint64_t StrideFor(std::uint64_t count) {
  auto stride = static_cast<std::uint64_t>(static_cast<double>(count) * 0.6180339887498949) | 1;
  while (std::gcd(stride, count) != 1) ++stride;
  return stride;
}

}  // namespace

Result<Skew> Skew::Parse(std::string_view text) {
  if (text == "uniform") return Skew{};
  if (text == "zipf") return Skew{.exponent = kUsualExponent};
  constexpr std::string_view kPrefix = "zipf:";
  if (!text.starts_with(kPrefix)) return messages::BadSkew(text);
  const std::string_view digits = text.substr(kPrefix.size());
  double exponent = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  if (error != std::errc() || end != digits.data() + digits.size()) return messages::BadSkew(text);
  if (!(exponent >= kMinExponent && exponent <= kMaxExponent)) return messages::BadSkew(text);
  return Skew{.exponent = exponent};
}

std::string Skew::ToString() const {
  if (exponent == 0) return "uniform";
  char text[32];
  std::snprintf(text, sizeof text, "zipf:%g", exponent);
  return text;
}

ZipfRanks::ZipfRanks(std::uint64_t count, double exponent)
    : count_(static_cast<double>(count)), exponent_(exponent) {
  first_ = Integral(1.5) - 1;
  last_ = Integral(count_ + 0.5);
  certain_ = 2 - InverseIntegral(Integral(2.5) - Density(2));
}

double ZipfRanks::Density(double x) const { return std::exp(-exponent_ * std::log(x)); }

double ZipfRanks::Integral(double x) const {
  const double logarithm = std::log(x);
  return GrowthOver((1 - exponent_) * logarithm) * logarithm;
}

double ZipfRanks::InverseIntegral(double y) const {
  const double product = std::max(y * (1 - exponent_), -1.0);
  return std::exp(LogarithmOver(product) * y);
}

std::uint64_t ZipfRanks::Draw(Random& random) const {
  while (true) {
    const double y = last_ + random.Fraction() * (first_ - last_);
    const double x = InverseIntegral(y);
    const double rank = std::clamp(std::floor(x + 0.5), 1.0, count_);
    if (rank - x <= certain_ || y >= Integral(rank + 0.5) - Density(rank)) {
      return static_cast<std::uint64_t>(rank);
    }
  }
}

ItemChooser::ItemChooser(std::uint64_t count, const Skew& skew)
    : count_(count),
      skewed_(skew.exponent > 0),
      ranks_(count, skewed_ ? skew.exponent : kUsualExponent),
      stride_(StrideFor(count)) {}

std::uint64_t ItemChooser::ItemOfRank(std::uint64_t rank) const {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(rank) * stride_ % count_);
}

}  // namespace trestle::load
