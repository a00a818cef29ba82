#pragma once

#include "base/clock.h"
#include "model/model.h"

namespace trestle::model {

// What a condition may speak of beside the item.
struct ConditionInput {
  const Item* parameters = nullptr;
  const Entity* entity = nullptr;  // whose shapes say how `now` is stored
  TimePoint now;
};

// Whether the item fulfils the condition, as the service would answer: a comparison with what is
// absent is false, except <>.
bool Matches(const Condition& condition, const Item& item, const ConditionInput& input);

}  // namespace trestle::model
