#include "systems/ecobid/ecobid_workflows.h"
#include "systems/glad/glad_workflows.h"
#include "systems/hotel/changes.h"
#include "systems/hotel/hotel_workflows.h"
#include "systems/todo/todo_workflows.h"
#include "systems/venue/venue_workflows.h"
#include "systems/workflow_set.h"

namespace trestle {

std::unique_ptr<WorkflowSet> WorkflowsOf(std::string_view system, Workplace workplace) {
  if (system == "ecobid") return ecobid::Workflows(std::move(workplace));
  if (system == "glad") return glad::Workflows(std::move(workplace));
  if (system == "hotel") return hotel::Workflows(std::move(workplace));
  if (system == "todo") return todo::Workflows(std::move(workplace));
  if (system == "venue") return venue::Workflows(std::move(workplace));
  return nullptr;
}

std::shared_ptr<repository::ChangeHandlers> HandlersOf(std::string_view system) {
  if (system == "hotel") return std::make_shared<hotel::HotelChanges>();
  return nullptr;
}

}  // namespace trestle
