#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.h"
#include "value/attribute_value.h"

namespace trestle {

// Sizes as the service counts them, to the byte: limits and capacity units are computed from these.
std::size_t NumberSize(const Number& number);
std::size_t ValueSize(const AttributeValue& value);
std::size_t AttributeSize(std::string_view name, const AttributeValue& value);
std::size_t ItemSize(const Item& item);

// The size, or the error that a put of so large an item gets.
Result<std::size_t> CheckedItemSize(const Item& item);

// Levels of a value: a scalar, a set and an empty container are one, a map or list is one more than
// its deepest member.
std::size_t NestingDepth(const AttributeValue& value);
// The error that a value of more than kMaxNestingDepth levels gets.
Status CheckNesting(const AttributeValue& value);
Status CheckNesting(const Item& item);

}  // namespace trestle
