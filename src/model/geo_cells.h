#pragma once

#include <optional>

#include "model/model.h"

namespace trestle::model {

// The cells of a geohash grid of `precision` characters that a circle around the middle of a cell
// touches, at the equator: nearer to the poles cells are narrower, and there are more.
double GeohashCells(double radius_km, int precision);

// The radius that a pattern's circle has by default, or may have at most.
std::optional<double> StatedRadius(const Pattern& pattern);

}  // namespace trestle::model
