#pragma once

#include <string_view>

#include "base/result.h"
#include "model/model.h"

namespace trestle::model {

// A value as people and JSON give it, as `shape` stores it: times in any ISO form, lists for sets,
// Base64 for binary. The error says what is wrong, to be written behind the attribute's name.
Result<AttributeValue> FromPlain(const Shape& shape, AttributeValue value);

// The same for a value that arrives as text, as in a URL: numbers, true and false, "lat,lon" for
// points, and elements parted by commas for lists and sets.
Result<AttributeValue> FromText(const Shape& shape, std::string_view text);

}  // namespace trestle::model
