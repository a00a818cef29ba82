#pragma once

#include "systems/workflow_set.h"

// What a user's tasks say: found by words, overdue, counted.
namespace trestle::todo {

Result<WorkflowAnswer> Search(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> Overdue(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> Counts(const Workplace& workplace, const WorkflowCall& call);
Result<WorkflowAnswer> Totals(const Workplace& workplace, const WorkflowCall& call);
// The counts that the stream keeps against the tasks themselves.
Result<WorkflowAnswer> Recount(const Workplace& workplace, const WorkflowCall& call);

}  // namespace trestle::todo
