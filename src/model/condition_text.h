#pragma once

#include <functional>
#include <string_view>

#include "model/fields.h"
#include "model/model.h"

namespace trestle::model {

// Reads a `filter`, `when` or `if`. A mistake is a problem at its place.
ConditionText ParseCondition(std::string_view text, Place place, Problems& problems);

// Calls `visit` for each operand of the tree, as written.
void VisitOperands(const Condition& condition, const std::function<void(const Operand&)>& visit);

}  // namespace trestle::model
