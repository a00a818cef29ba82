#pragma once

#include "base/result.h"
#include "expression/binding.h"
#include "expression/syntax.h"
#include "value/attribute_value.h"

namespace trestle {

// The value that a SET assigns, read from the item as it was before the update.
Result<AttributeValue> EvaluateOperand(const Expression& expression, const Binding& binding,
                                       const Item& before);

}  // namespace trestle
