#include <string_view>

#include "systems/hotel/messages.h"
#include "systems/hotel/stay.h"

// What administrators decide: which reviews and which properties guests see.
namespace trestle::hotel {
namespace {

// Whoever is not known may not, either.
Status CheckModerator(const Workplace& workplace, const Item& arguments) {
  TRESTLE_TRY(const repository::FoundEntity user,
              workplace.repository->Get("User", {{"UserId", *arguments.Find("moderator")}}));
  if (user.found && Text(user.found->item, "Role") == "admin") return {};
  return messages::NotAModerator(Text(arguments, "moderator"));
}

Result<WorkflowAnswer> DecideOnProperty(const Workplace& workplace, const WorkflowCall& call,
                                        std::string_view transaction) {
  TRESTLE_RETURN_IF_ERROR(CheckModerator(workplace, call.arguments));
  const auto done = workplace.repository->Transact(transaction, call.arguments);
  if (done) return WorkflowAnswer{.entities = {{"property", Of(*done, "Property")}}};
  if (ConflictOf(done.error()) == nullptr) return tl::unexpected(done.error());
  TRESTLE_TRY(
      const EntityItem property,
      Existing(workplace, "Property", {{"PropertyId", *call.arguments.Find("propertyId")}}));
  return messages::PropertyIs(Text(property.item, "Status"));
}

}  // namespace

Result<WorkflowAnswer> Moderate(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckModerator(workplace, call.arguments));
  const bool approve = *call.arguments.Find("approve") == AttributeValue::Of(true);
  const auto done = workplace.repository->Transact(approve ? "ApproveReview" : "RejectReview",
                                                   Some(call.arguments, {"reviewId", "moderator"}));
  if (done) return WorkflowAnswer{.entities = {{"review", Of(*done, "Review")}}};
  if (ConflictOf(done.error()) == nullptr) return tl::unexpected(done.error());
  TRESTLE_TRY(const EntityItem review,
              Existing(workplace, "Review", {{"ReviewId", *call.arguments.Find("reviewId")}}));
  return messages::ReviewIs(Text(review.item, "Status"));
}

Result<WorkflowAnswer> ApproveProperty(const Workplace& workplace, const WorkflowCall& call) {
  return DecideOnProperty(workplace, call, "ShowProperty");
}

Result<WorkflowAnswer> RejectProperty(const Workplace& workplace, const WorkflowCall& call) {
  return DecideOnProperty(workplace, call, "HideProperty");
}

}  // namespace trestle::hotel
