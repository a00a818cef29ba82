#include "systems/chores.h"

#include <utility>

#include "systems/ecobid/ecobid_workflows.h"

namespace trestle {

std::vector<SystemChore> ChoresOf(std::string_view system, Workplace workplace) {
  if (system == "ecobid") return ecobid::Chores(std::move(workplace));
  return {};
}

}  // namespace trestle
