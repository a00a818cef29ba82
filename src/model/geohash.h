#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/geo_point.h"

namespace trestle::model {

inline constexpr int kMaxGeohashPrecision = 12;

struct Circle {
  GeoPoint center;
  double radius_km = 0;
};

// The cell of `precision` characters, 1 to 12, that the point lies in.
std::string Geohash(const GeoPoint& point, int precision);

// Great-circle distance (haversine, mean radius of the earth).
double DistanceKm(const GeoPoint& a, const GeoPoint& b);

struct NearCell {
  std::string name;
  double distance_km = 0;  // no point of the cell is nearer to the circle's center
};

// All cells that the circle touches, nearest first: each point within the radius lies in one of
// them. Nothing if there are more than `most`.
std::optional<std::vector<NearCell>> CoveringCells(const Circle& circle, int precision,
                                                   std::size_t most);

}  // namespace trestle::model
