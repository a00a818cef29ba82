#pragma once

#include <memory>

#include "auth/password.h"
#include "systems/workflow_set.h"

namespace trestle::glad {

// `cost` is that of the passwords that are set from now on.
std::unique_ptr<WorkflowSet> Workflows(Workplace workplace, PasswordCost cost = {});

}  // namespace trestle::glad
