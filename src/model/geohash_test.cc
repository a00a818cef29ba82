#include "model/geohash.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace trestle::model {
namespace {

constexpr std::size_t kMost = 20'000;

TEST(GeohashTest, IsTheKnownCell) {
  EXPECT_EQ(Geohash({57.64911, 10.40744}, 11), "u4pruydqqvj");
  EXPECT_EQ(Geohash({42.6, -5.6}, 5), "ezs42");
  EXPECT_EQ(Geohash({-90, -180}, 3), "000");
  EXPECT_EQ(Geohash({90, 180}, 3), "zzz");
}

TEST(GeohashTest, DistancesAreGreatCircles) {
  EXPECT_NEAR(DistanceKm({52.52, 13.405}, {48.8566, 2.3522}), 877.5, 1);
  EXPECT_NEAR(DistanceKm({0, 179.9}, {0, -179.9}), 22.2, 0.1);
}

TEST(GeohashTest, CoversSmallCirclesWithFewCells) {
  EXPECT_EQ(CoveringCells({{57.64911, 10.40744}, 0}, 6, kMost)->size(), 1U);
  EXPECT_LE(CoveringCells({{0.001, 0.001}, 1}, 5, kMost)->size(), 4U);
  EXPECT_FALSE(CoveringCells({{0, 0}, 5000}, 8, 1000));
}

TEST(GeohashTest, CoversPolesAndTheDateLine) {
  // All cells of the top row touch the pole.
  EXPECT_GE(CoveringCells({{89.9, 10}, 50}, 2, kMost)->size(), 32U);
  const auto cells = *CoveringCells({{0, 180}, 100}, 4, kMost);
  EXPECT_EQ(std::ranges::count(cells, Geohash({0.1, -179.9}, 4), &NearCell::name), 1);
}

// The point at a distance and bearing.
GeoPoint Away(const GeoPoint& from, double km, double bearing) {
  constexpr double kRadians = std::numbers::pi / 180;
  const double angle = km / 6371.0088;
  const double lat = from.latitude * kRadians;
  const double lat2 = std::asin(std::clamp(
      std::sin(lat) * std::cos(angle) + std::cos(lat) * std::sin(angle) * std::cos(bearing), -1.0,
      1.0));
  const double lon2 =
      from.longitude * kRadians + std::atan2(std::sin(bearing) * std::sin(angle) * std::cos(lat),
                                             std::cos(angle) - std::sin(lat) * std::sin(lat2));
  double longitude = lon2 / kRadians;
  if (longitude > 180) longitude -= 360;
  if (longitude < -180) longitude += 360;
  return {lat2 / kRadians, longitude};
}

RC_GTEST_PROP(GeohashTest, EveryPointOfTheCircleIsInACellThatIsNotFarther, ()) {
  const GeoPoint center{*rc::gen::inRange(-9000, 9001) / 100.0,
                        *rc::gen::inRange(-18000, 18001) / 100.0};
  const int precision = *rc::gen::inRange(1, 6);
  const double cell = 20'000 / std::pow(5.7, precision);
  const double radius = *rc::gen::inRange(0, 400) / 100.0 * cell;
  const auto cells = CoveringCells({center, radius}, precision, kMost);
  RC_PRE(cells.has_value());
  RC_ASSERT(std::ranges::is_sorted(*cells, {}, &NearCell::distance_km));
  for (int i = 0; i < 100; ++i) {
    const double part = *rc::gen::inRange(0, 1001) / 1000.0;
    const GeoPoint point = Away(center, radius * part, i * 0.0628);
    if (DistanceKm(center, point) > radius) continue;
    const auto cell_of = std::ranges::find(*cells, Geohash(point, precision), &NearCell::name);
    RC_ASSERT(cell_of != cells->end());
    RC_ASSERT(cell_of->distance_km <= DistanceKm(center, point));
  }
}

}  // namespace
}  // namespace trestle::model
