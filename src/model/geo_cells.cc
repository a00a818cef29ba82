#include "model/geo_cells.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <variant>

namespace trestle::model {
namespace {

constexpr double kEquatorKm = 40075.017;
constexpr double kPoleToPoleKm = 20003.931;

}  // namespace

double GeohashCells(double radius_km, int precision) {
  const int bits = 5 * std::clamp(precision, 1, 12);
  const double width = std::ldexp(kEquatorKm, -((bits + 1) / 2));
  const double height = std::ldexp(kPoleToPoleKm, -(bits / 2));
  // Row by row: a row that lies `away` from the centre is touched by a chord of the circle.
  const double rows = std::ceil(std::max(radius_km, 0.0) / height - 0.5);
  if (rows > 1000) return 3.14159265 * radius_km * radius_km / (width * height);
  double cells = 0;
  for (double row = -rows; row <= rows; ++row) {
    const double away = std::max(0.0, (std::abs(row) - 0.5) * height);
    const double chord = std::sqrt(std::max(0.0, radius_km * radius_km - away * away));
    cells += 2 * std::ceil(std::max(0.0, chord / width - 0.5)) + 1;
  }
  return cells;
}

std::optional<double> StatedRadius(const Pattern& pattern) {
  if (!pattern.geo) return std::nullopt;
  const Parameter* radius = pattern.FindParameter(pattern.geo->radius);
  if (radius == nullptr) return std::nullopt;
  std::optional<Number> stated = radius->shape.max;
  if (radius->default_value) {
    const AttributeValue* value = std::get_if<AttributeValue>(&*radius->default_value);
    const Number* number = value == nullptr ? nullptr : value->As<Number>();
    if (number != nullptr) stated = *number;
  }
  if (!stated) return std::nullopt;
  return std::strtod(stated->ToString().c_str(), nullptr);
}

}  // namespace trestle::model
