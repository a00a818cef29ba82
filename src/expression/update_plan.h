#pragma once

#include <memory>
#include <vector>

#include "expression/binding.h"
#include "expression/syntax.h"
#include "expression/update.h"

namespace trestle {

struct Update::Plan {
  std::shared_ptr<const UpdateSyntax> syntax;  // shared with the cache of parsed texts
  Binding binding;

  const DocumentPath& Target(const UpdateClause& clause) const {
    return binding.paths[clause.target];
  }
};

}  // namespace trestle
