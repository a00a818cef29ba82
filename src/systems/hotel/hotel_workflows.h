#pragma once

#include <memory>

#include "systems/workflow_set.h"

namespace trestle::hotel {

std::unique_ptr<WorkflowSet> Workflows(Workplace workplace);

}  // namespace trestle::hotel
