#pragma once

#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/model.h"

namespace trestle::repository {

// The arguments of a pattern or transaction: those given, in their stored form, and defaults for
// the others. All that is wrong is one error, with an entry for each (BadFields).
Result<Item> CheckedArguments(const std::vector<model::Parameter>& parameters, const Item& given,
                              TimePoint now);

// Whether the arguments are checked already as they are: all of them given, all of them plain text.
bool AreChecked(const std::vector<model::Parameter>& parameters, const Item& given);

}  // namespace trestle::repository
