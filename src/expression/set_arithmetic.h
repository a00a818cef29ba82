#pragma once

#include <optional>

#include "value/attribute_value.h"

namespace trestle {

// Of two sets of the same type; nothing for anything else.
std::optional<AttributeValue> Union(const AttributeValue& a, const AttributeValue& b);
// The elements of `a` that `b` has not. May be an empty set, which must not be stored.
std::optional<AttributeValue> Difference(const AttributeValue& a, const AttributeValue& b);

bool IsEmptySet(const AttributeValue& value);

}  // namespace trestle
