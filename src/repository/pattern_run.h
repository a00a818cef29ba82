#pragma once

#include "base/result.h"
#include "repository/cursor.h"
#include "repository/execution.h"

namespace trestle::repository {

// Fills the page of the execution with what its pattern finds from `start` on.
Status RunPattern(Execution& execution, std::int64_t limit, Position&& start);

}  // namespace trestle::repository
