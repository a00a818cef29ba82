#pragma once

#include "base/result.h"
#include "protocol/json.h"
#include "value/attribute_value.h"

namespace trestle {

// PutItem and UpdateItem answer a malformed attribute value as one of the request's validation
// errors, the other operations with its text alone.
enum class ValueErrorStyle { kBare, kEnveloped };

// Reads attribute values in DynamoDB's JSON, {"S": "a"}. Types have been checked against the
// shapes; what can still be wrong is an error with the service's text. Base64 that cannot be read
// is a serialization error.
class AttributeValueDecoder {
 public:
  explicit AttributeValueDecoder(ValueErrorStyle style) : style_(style) {}

  Result<AttributeValue> Value(const Json& json) const;
  // A map of attribute values: an item, or a key.
  Result<Item> Map(const Json& json) const;
  // ExpressionAttributeValues: errors name the placeholder. A malformed placeholder is left for the
  // operation to refuse, before any value is.
  Result<Item> ExpressionValues(const Json& json) const;

 private:
  Error Worded(Error error, std::string_view placeholder) const;

  ValueErrorStyle style_;
};

}  // namespace trestle
