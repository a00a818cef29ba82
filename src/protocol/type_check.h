#pragma once

#include "base/result.h"
#include "json/json.h"
#include "protocol/shape.h"

namespace trestle {

// Whether every value of the body has the form that its shape asks for, in the order of the body.
// The first that has not is a serialization error with the service's text.
Status CheckTypes(const Shape& input, const Json& body);

}  // namespace trestle
