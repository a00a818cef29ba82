#pragma once

#include <memory>

#include "expression/binding.h"
#include "expression/condition.h"
#include "expression/syntax.h"

namespace trestle {

struct Condition::Node {
  std::shared_ptr<const ConditionSyntax> syntax;  // shared with the cache of parsed texts
  Binding binding;
};

}  // namespace trestle
