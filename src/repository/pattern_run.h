#pragma once

#include <string_view>

#include "base/result.h"
#include "repository/cursor.h"
#include "repository/execution.h"

namespace trestle::repository {

// What a run found, before the position becomes a cursor.
struct PatternResult {
  Page page;
  std::optional<Position> next;
};

// One page of the execution's pattern, from `start` on.
Result<PatternResult> RunPattern(Execution& execution, std::int64_t limit, Position start);

}  // namespace trestle::repository
