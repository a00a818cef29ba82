#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string_view>

#include "value/attribute_value.h"

// How conditions compare values, in expressions, legacy parameters and PartiQL alike.
namespace trestle {

// The order of two strings, two numbers or two binaries; nothing else has one.
std::optional<std::strong_ordering> Order(const AttributeValue& a, const AttributeValue& b);

bool BeginsWith(const AttributeValue& value, const AttributeValue& prefix);
// Whether a string or binary has the part, or a set or list the element.
bool Contains(const AttributeValue& container, const AttributeValue& part);
// size(): UTF-16 units, bytes or elements; nothing for numbers, booleans and nulls.
std::optional<std::size_t> SizeOf(const AttributeValue& value);
// The type that the wire calls `name`.
std::optional<AttributeType> TypeNamed(std::string_view name);

}  // namespace trestle
