#pragma once

#include <string>

#include "base/result.h"
#include "model/model.h"

namespace trestle::model {

// Arguments to try a pattern with: those of its first test, else what the samples of its entities
// have where the pattern's keys have parameters, else defaults. An error names a parameter for
// which there is nothing.
Result<Item> SampleArguments(const Model& model, const Pattern& pattern);

}  // namespace trestle::model
