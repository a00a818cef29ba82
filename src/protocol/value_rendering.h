#pragma once

#include <string>

#include "json/json.h"
#include "protocol/shape.h"

namespace trestle {

// Appends a value as the service's error texts show it: strings and numbers bare, [a, b], {k=v},
// KeySchemaElement(attributeName=pk, keyType=HASH).
void RenderValue(const Shape& shape, const Json& json, std::string& out);

}  // namespace trestle
