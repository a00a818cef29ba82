#include "systems/hotel/hotel_workflows.h"

#include "systems/hotel/stay.h"

namespace trestle::hotel {

std::unique_ptr<WorkflowSet> Workflows(Workplace workplace) {
  return std::make_unique<WorkflowSet>(
      std::move(workplace),
      std::initializer_list<WorkflowSet::Named>{{"SignUp", SignUp},
                                                {"ChangeProfile", ChangeProfile},
                                                {"ListProperty", ListProperty},
                                                {"ChangeProperty", ChangeProperty},
                                                {"ListRoom", ListRoom},
                                                {"ChangeRoom", ChangeRoom},
                                                {"AddPicture", AddPicture},
                                                {"RemovePicture", RemovePicture},
                                                {"SetNights", SetNights},
                                                {"Search", Search},
                                                {"Quote", Quote},
                                                {"Book", Book},
                                                {"Confirm", Confirm},
                                                {"Cancel", Cancel},
                                                {"Complete", Complete},
                                                {"Review", Review},
                                                {"Moderate", Moderate},
                                                {"ApproveProperty", ApproveProperty},
                                                {"RejectProperty", RejectProperty},
                                                {"Feature", Feature},
                                                {"MakePromo", MakePromo},
                                                {"ChangePromo", ChangePromo},
                                                {"NameAmenity", NameAmenity},
                                                {"FindHelpful", FindHelpful},
                                                {"Respond", Respond},
                                                {"Wish", Wish}});
}

}  // namespace trestle::hotel
