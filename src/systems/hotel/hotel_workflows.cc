#include "systems/hotel/hotel_workflows.h"

#include "systems/hotel/stay.h"

namespace trestle::hotel {

std::unique_ptr<WorkflowSet> Workflows(Workplace workplace) {
  return std::make_unique<WorkflowSet>(
      std::move(workplace),
      std::initializer_list<WorkflowSet::Named>{{"Search", Search},
                                                {"Quote", Quote},
                                                {"Book", Book},
                                                {"Confirm", Confirm},
                                                {"Cancel", Cancel},
                                                {"Complete", Complete},
                                                {"Review", Review},
                                                {"Moderate", Moderate},
                                                {"ApproveProperty", ApproveProperty},
                                                {"RejectProperty", RejectProperty},
                                                {"FindHelpful", FindHelpful},
                                                {"Respond", Respond},
                                                {"Wish", Wish}});
}

}  // namespace trestle::hotel
