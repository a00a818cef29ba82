#pragma once

#include <string_view>

#include "base/result.h"
#include "model/model.h"

namespace trestle::model {

// A value as people and JSON give it, as `shape` stores it: times in any ISO form, lists for sets,
// Base64 for binary. The error says what is wrong, to be written behind the attribute's name.
Result<AttributeValue> FromPlain(const Shape& shape, AttributeValue value);

// What a text means, as in a URL, for FromPlain to check: numbers, true and false, "lat,lon" for
// points, and elements parted by commas for lists and sets. Text that means none of them stays
// text.
AttributeValue PlainOfText(const Shape& shape, std::string_view text);

// Both at once.
Result<AttributeValue> FromText(const Shape& shape, std::string_view text);

}  // namespace trestle::model
