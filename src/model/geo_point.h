#pragma once

#include <optional>
#include <string>
#include <vector>

#include "value/attribute_value.h"

namespace trestle::model {

// Degrees: latitude -90 to 90, longitude -180 to 180.
struct GeoPoint {
  double latitude = 0;
  double longitude = 0;
  friend bool operator==(const GeoPoint&, const GeoPoint&) = default;
};

// A map of numbers lat and lon.
std::optional<GeoPoint> GeoPointOf(const AttributeValue& value);
AttributeValue GeoValue(const GeoPoint& point);
// As near as a double is.
double ToDouble(const Number& number);

}  // namespace trestle::model
