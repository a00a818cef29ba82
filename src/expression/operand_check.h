#pragma once

#include "base/result.h"
#include "expression/binding.h"
#include "expression/expression_kind.h"
#include "expression/syntax.h"

namespace trestle {

// What can be said of operands before any item is read: how many, of which type, distinct, bounds
// in order. Only values and functions have a type here; a path may hold anything.
Status CheckConditionOperands(ExpressionKind kind, const Expression& expression,
                              const Binding& binding);
Status CheckUpdateOperands(const UpdateClause& clause, const Binding& binding);

}  // namespace trestle
