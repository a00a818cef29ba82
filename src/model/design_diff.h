#pragma once

#include <string>
#include <vector>

#include "model/change_cost.h"
#include "model/model.h"

namespace trestle::model {

// One step from a version of a model to the next that its tables do not show: of entities, patterns
// and all that is made of them.
struct DesignChange {
  std::string subject;      // "entity User", "pattern AP3", "route GET /users"
  std::string what;         // "Email must be unique"
  bool breaks = false;      // stored items or clients that were right are so no longer
  std::string consequence;  // what breaks, or what is to be done; empty: nothing
  ChangeCost cost;
};

// `costs` are those of `after`.
std::vector<DesignChange> DesignChanges(const Model& before, const Model& after,
                                        const ChangeCosts& costs);

// How values that a shape allowed fare under another.
struct ShapeChange {
  std::vector<std::string> stricter;  // "must be at most 10"
  bool other = false;                 // allows more, or differs without effect on stored values
};
ShapeChange CompareShapes(const Shape& before, const Shape& after);

}  // namespace trestle::model
