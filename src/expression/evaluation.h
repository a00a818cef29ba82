#pragma once

#include "expression/binding.h"
#include "expression/syntax.h"
#include "value/attribute_value.h"

namespace trestle {

// Whether `item` satisfies `condition`, whose slots `binding` fills. Operands were checked.
bool Holds(const Expression& condition, const Binding& binding, const Item& item);

}  // namespace trestle
