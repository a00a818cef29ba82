#pragma once

#include <memory>
#include <vector>

#include "systems/chores.h"
#include "systems/workflow_set.h"

namespace trestle::ecobid {

std::unique_ptr<WorkflowSet> Workflows(Workplace workplace);
// Auctions close by themselves within a second of their end.
std::vector<SystemChore> Chores(Workplace workplace);

}  // namespace trestle::ecobid
