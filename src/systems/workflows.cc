#include "systems/venue/venue_workflows.h"
#include "systems/workflow_set.h"

namespace trestle {

std::unique_ptr<WorkflowSet> WorkflowsOf(std::string_view system, Workplace workplace) {
  if (system == "venue") return venue::Workflows(std::move(workplace));
  return nullptr;
}

}  // namespace trestle
