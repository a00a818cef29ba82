#pragma once

#include <optional>

#include "model/key_use.h"
#include "model/model.h"

namespace trestle::model {

// How many partitions an entity's items can be in.
struct Spread {
  double values = 1;  // of which one may take nearly all
  double shards = 1;  // which share evenly
};
// Over all time, or at one time: items that are new now share the present day.
enum class Period { kEver, kNow };
// Absent where nothing bounds it, or where the entity has no such key.
std::optional<Spread> SpreadOf(const Model& model, const Entity& entity, const KeyView& view,
                               Period period = Period::kEver);

}  // namespace trestle::model
