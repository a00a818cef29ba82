#pragma once

#include "model/fields.h"
#include "model/model.h"

namespace trestle::model {

// Looks at how the parts of a model refer to each other: reports names that are not there, and
// fills in what follows from others: a pattern's table and kind, types of parameters, stored forms
// of samples.
void Resolve(Model& model, Problems& problems);

}  // namespace trestle::model
