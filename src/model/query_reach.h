#pragma once

#include "model/key_use.h"
#include "model/model.h"

namespace trestle::model {

// Whether a query finds items of an entity: its keys can be what is asked for, or an open range
// runs on to them.
enum class Reach { kNo, kAlike, kRunsInto };
Reach Reaches(const Model& model, const Pattern& pattern, const KeyView& view, const Entity& other);

}  // namespace trestle::model
