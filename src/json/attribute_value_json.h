#pragma once

#include <string_view>

#include "base/result.h"
#include "json/json.h"
#include "value/attribute_value.h"

namespace trestle {

// Reads attribute values in DynamoDB's JSON, {"S": "a"}. Types have been checked against the
// shapes; what can still be wrong is an error with the service's text. Base64 that cannot be read
// is a serialization error.
Result<AttributeValue> DecodeAttributeValue(const Json& json);
// Refuses a name that no attribute can have, being empty or too long.
Status CheckAttributeName(std::string_view name);
// A map of attribute values: an item, or a key.
Result<Item> DecodeAttributeMap(const Json& json);
// The same of a text whose types nobody has checked, such as one from a file.
Result<Item> ReadItem(const Json& json);

// Inside a transaction the service looks at the depth of what is stored, not of what is compared.
enum class ValueDepth { kLimited, kAny };
// ExpressionAttributeValues: errors name the placeholder. A malformed placeholder is left for the
// operation to refuse, before any value is.
Result<Item> DecodeExpressionValues(const Json& json, ValueDepth depth = ValueDepth::kLimited);

}  // namespace trestle
