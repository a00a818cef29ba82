#pragma once

#include <string>

#include "model/model.h"

namespace trestle::model {

// A model file of tables, indexes, entities, patterns and samples: what an import knows. ReadModel
// reads it back to the same.
std::string ModelText(const Model& model);

}  // namespace trestle::model
