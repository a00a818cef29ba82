#pragma once

#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/model.h"

namespace trestle::repository {

// The arguments of a pattern or transaction: those given, in their stored form, and defaults for
// the others. All that is wrong is one error, with an entry for each (BadFields).
Result<Item> CheckedArguments(const std::vector<model::Parameter>& parameters, const Item& given,
                              TimePoint now, std::string_view what);

}  // namespace trestle::repository
