#pragma once

#include <vector>

#include "base/result.h"
#include "expression/binding.h"
#include "expression/condition.h"
#include "expression/syntax.h"
#include "expression/update.h"

// Conditions and updates that another language was parsed to. What the binding's values point at
// outlives them.
namespace trestle {

// The operands were checked (CheckConditionOperands).
Condition ConditionFromTree(Expression root, Binding binding);
// Checks operands and paths as Update::Parse does.
Result<Update> UpdateFromTree(std::vector<UpdateClause> clauses, Binding binding);

}  // namespace trestle
