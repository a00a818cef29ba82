#pragma once

#include "systems/workflow_set.h"

// Many tasks at once: each by itself, in batches, and the answer says of each what happened.
namespace trestle::todo {

Result<WorkflowAnswer> ChangeStatuses(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> RemoveTasks(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> RemoveCompleted(const Workplace& workplace, const WorkflowCall& call);

}  // namespace trestle::todo
