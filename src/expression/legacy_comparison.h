#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "expression/legacy.h"
#include "value/attribute_value.h"

namespace trestle {

std::string_view Spelling(LegacyComparison comparison);  // EQ, NE, ...

// How many values a comparison takes, of which types, and the bounds of BETWEEN.
Status CheckLegacyArguments(LegacyComparison comparison, const std::vector<AttributeValue>& values);

}  // namespace trestle
