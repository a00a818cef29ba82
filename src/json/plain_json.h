#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "value/attribute_value.h"

namespace trestle {

// Plain JSON, without DynamoDB's type names: objects are maps, arrays lists. Numbers keep all of
// their digits. The error says what is wrong with the text.
Result<AttributeValue> ParsePlainJson(std::string_view text);

// The same the other way: sets are arrays, binary values Base64 texts.
void AppendPlainJson(const AttributeValue& value, std::string& out);
void AppendPlainJson(const AttributeMap& map, std::string& out);

}  // namespace trestle
