#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/model.h"
#include "repository/change_handlers.h"

namespace trestle {

// A reaction and the name of what asked for it.
struct FiredTrigger {
  std::string name;
  repository::Reaction reaction;
};

// What the model's triggers make of a change, in the order of the file. A value that cannot be
// formatted is left out, as one that is absent: the transaction then says what is missing.
std::vector<FiredTrigger> Fired(const model::Model& model, const repository::ItemChange& change,
                                TimePoint now);

}  // namespace trestle
