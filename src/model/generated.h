#pragma once

#include "base/clock.h"
#include "model/model.h"

namespace trestle::model {

// A value that is made when it is needed. `shape` is what its attribute may be, which decides how a
// time is stored; null: as text.
AttributeValue Made(Generated what, const Shape* shape, TimePoint now);
// What a default or on_write gives now.
AttributeValue ValueNow(const Default& value, const Shape* shape, TimePoint now);

}  // namespace trestle::model
