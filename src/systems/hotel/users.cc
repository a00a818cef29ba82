#include "systems/hotel/stay.h"

// Guests and owners.
namespace trestle::hotel {

Result<WorkflowAnswer> SignUp(const Workplace& workplace, const WorkflowCall& call) {
  return SignedUp(workplace, call, "AddUser");
}

Result<WorkflowAnswer> ChangeProfile(const Workplace& workplace, const WorkflowCall& call) {
  return ProfileChanged(workplace, call,
                        {.key = {{"UserId", *call.arguments.Find("userId")}},
                         .changes = AttributesOf(call.arguments, {"userId", "version"}),
                         .email = "Email"});
}

}  // namespace trestle::hotel
