#pragma once

#include <memory>

#include "systems/workflow_set.h"

namespace trestle::todo {

std::unique_ptr<WorkflowSet> Workflows(Workplace workplace);

}  // namespace trestle::todo
