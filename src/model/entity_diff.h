#pragma once

#include <vector>

#include "model/design_diff.h"

namespace trestle::model {

struct ComparedModels {
  const Model& before;
  const Model& after;
  const ChangeCosts& costs;  // of `after`
};
// Adds what has become of an entity that both models have.
void CompareEntity(const ComparedModels& models, const Entity& before, const Entity& after,
                   std::vector<DesignChange>& changes);

}  // namespace trestle::model
