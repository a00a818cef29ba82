#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "systems/workflow_set.h"

namespace trestle {

// What a system does by itself, now and then, for as long as its model is bound.
struct SystemChore {
  std::string name;  // as the log calls it
  Duration every;    // by the workplace's clock
  std::function<Status()> run;
};

// The chores of a system; most have none.
std::vector<SystemChore> ChoresOf(std::string_view system, Workplace workplace);

}  // namespace trestle
