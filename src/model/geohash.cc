#include "model/geohash.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <set>
#include <string_view>
#include <utility>

namespace trestle::model {
namespace {

constexpr std::string_view kAlphabet = "0123456789bcdefghjkmnpqrstuvwxyz";
constexpr double kEarthRadiusKm = 6371.0088;
// A millimetre and a part in a billion: more than rounding can lose, less than anybody measures.
constexpr double kSlackKm = 1e-6;
constexpr double kSlackPart = 1e-9;

double Radians(double degrees) { return degrees * std::numbers::pi / 180; }

// The cells of one precision: columns from west to east, rows from south to north.
struct Grid {
  explicit Grid(int precision)
      : characters(std::clamp(precision, 1, kMaxGeohashPrecision)),
        columns(std::int64_t{1} << ((5 * characters + 1) / 2)),
        rows(std::int64_t{1} << (5 * characters / 2)) {}

  std::int64_t Column(double longitude) const { return Slot((longitude + 180) / 360, columns); }
  std::int64_t Row(double latitude) const { return Slot((latitude + 90) / 180, rows); }
  double West(std::int64_t column) const { return -180 + 360.0 * column / columns; }
  double South(std::int64_t row) const { return -90 + 180.0 * row / rows; }

  // Bits of both, longitude first, five to a character.
  std::string Name(std::int64_t column, std::int64_t row) const {
    std::string name(static_cast<std::size_t>(characters), '0');
    int column_bit = (5 * characters + 1) / 2;
    int row_bit = 5 * characters / 2;
    bool of_column = true;
    for (char& character : name) {
      int value = 0;
      for (int i = 0; i < 5; ++i, of_column = !of_column) {
        const std::int64_t bit = of_column ? column >> --column_bit : row >> --row_bit;
        value = value * 2 + static_cast<int>(bit & 1);
      }
      character = kAlphabet[static_cast<std::size_t>(value)];
    }
    return name;
  }

  int characters;
  std::int64_t columns;
  std::int64_t rows;

 private:
  static std::int64_t Slot(double part, std::int64_t count) {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(part * count)), 0,
                                    count - 1);
  }
};

// The least distance from a point to a cell. A cell lies between two meridians and two parallels:
// along a parallel, nearer in longitude is nearer; along a meridian, the distance falls towards one
// latitude and rises behind it.
double DistanceToCell(const GeoPoint& from, const Grid& grid, std::int64_t column,
                      std::int64_t row) {
  const double west = grid.West(column);
  const double east = grid.West(column + 1);
  const double south = grid.South(row);
  const double north = grid.South(row + 1);
  if (from.longitude >= west && from.longitude <= east) {
    return DistanceKm(from, {std::clamp(from.latitude, south, north), from.longitude});
  }
  double least = kEarthRadiusKm * 4;
  for (const double longitude : {west, east}) {
    const double latitude = Radians(from.latitude);
    const double nearest =
        std::atan2(std::sin(latitude),
                   std::cos(latitude) * std::cos(Radians(longitude - from.longitude))) *
        180 / std::numbers::pi;
    for (const double at : {south, north, std::clamp(nearest, south, north)}) {
      least = std::min(least, DistanceKm(from, {at, longitude}));
    }
  }
  return least;
}

}  // namespace

double ToDouble(const Number& number) {
  const std::string text = number.ToString();
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::optional<GeoPoint> GeoPointOf(const AttributeValue& value) {
  const AttributeMap* map = value.As<AttributeMap>();
  if (map == nullptr) return std::nullopt;
  const AttributeValue* latitude = map->Find("lat");
  const AttributeValue* longitude = map->Find("lon");
  if (latitude == nullptr || longitude == nullptr) return std::nullopt;
  const Number* lat = latitude->As<Number>();
  const Number* lon = longitude->As<Number>();
  if (lat == nullptr || lon == nullptr) return std::nullopt;
  const GeoPoint point{.latitude = ToDouble(*lat), .longitude = ToDouble(*lon)};
  if (std::abs(point.latitude) > 90 || std::abs(point.longitude) > 180) return std::nullopt;
  return point;
}

AttributeValue GeoValue(const GeoPoint& point) {
  const auto number = [](double value) {
    return AttributeValue::Of(Number::Parse(std::to_string(value)).value_or(Number()));
  };
  return AttributeValue::Of(
      AttributeMap{{"lat", number(point.latitude)}, {"lon", number(point.longitude)}});
}

std::string Geohash(const GeoPoint& point, int precision) {
  const Grid grid(precision);
  return grid.Name(grid.Column(point.longitude), grid.Row(point.latitude));
}

double DistanceKm(const GeoPoint& a, const GeoPoint& b) {
  const double across = std::sin(Radians(b.longitude - a.longitude) / 2);
  const double up = std::sin(Radians(b.latitude - a.latitude) / 2);
  const double haversine =
      up * up + std::cos(Radians(a.latitude)) * std::cos(Radians(b.latitude)) * across * across;
  return 2 * kEarthRadiusKm * std::asin(std::min(1.0, std::sqrt(haversine)));
}

std::optional<std::vector<NearCell>> CoveringCells(const Circle& circle, int precision,
                                                   std::size_t most) {
  const Grid grid(precision);
  const double reach = std::max(0.0, circle.radius_km) * (1 + kSlackPart) + kSlackKm;
  using Cell = std::pair<std::int64_t, std::int64_t>;  // column and row
  std::set<Cell> seen;
  std::vector<Cell> open = {
      {grid.Column(circle.center.longitude), grid.Row(circle.center.latitude)}};
  seen.insert(open.front());
  std::vector<NearCell> cells;
  // A circle hangs together, so every cell that it touches has a neighbour that it touches.
  while (!open.empty()) {
    const auto [column, row] = open.back();
    open.pop_back();
    const double distance = DistanceToCell(circle.center, grid, column, row);
    if (distance > reach) continue;
    if (cells.size() == most) return std::nullopt;
    cells.push_back({.name = grid.Name(column, row),
                     .distance_km = std::max(0.0, distance * (1 - kSlackPart) - kSlackKm)});
    for (int across = -1; across <= 1; ++across) {
      for (int up = -1; up <= 1; ++up) {
        const Cell next{(column + across + grid.columns) % grid.columns, row + up};
        if (next.second < 0 || next.second >= grid.rows) continue;
        if (seen.insert(next).second) open.push_back(next);
      }
    }
  }
  std::ranges::sort(cells, {}, [](const NearCell& cell) {
    return std::pair(cell.distance_km, std::string_view(cell.name));
  });
  return cells;
}

}  // namespace trestle::model
