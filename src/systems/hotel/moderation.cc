#include <string_view>
#include <utility>

#include "systems/hotel/messages.h"
#include "systems/hotel/stay.h"

// What administrators decide: which reviews and which properties guests see and where, promo codes,
// the catalogue of amenities.
namespace trestle::hotel {
namespace {

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

Status CheckModerator(const Workplace& workplace, const Item& arguments) {
  TRESTLE_TRY(const repository::FoundEntity user,
              workplace.repository->Get("User", {{"UserId", *arguments.Find("moderator")}}));
  if (user.found && Text(user.found->item, "Role") == "admin") return {};
  return messages::NotAModerator(Text(arguments, "moderator"));
}

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

Result<WorkflowAnswer> Feature(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckModerator(workplace, call.arguments));
  const auto done = workplace.repository->Transact("RankProperty", call.arguments);
  if (!done) return NotThere(done.error(), "Property", Text(call.arguments, "propertyId"));
  return WorkflowAnswer{.entities = {{"property", Of(*done, "Property")}}};
}

Result<WorkflowAnswer> MakePromo(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckModerator(workplace, call.arguments));
  if (Text(call.arguments, "discountType") == "percentage" &&
      Decimal(call.arguments, "discountValue") > 100) {
    return messages::BadField("discountValue", "must be at most 100 percent");
  }
  if (Text(call.arguments, "validUntil") <= Text(call.arguments, "validFrom")) {
    return messages::BadField("validUntil", "must be after validFrom");
  }
  TRESTLE_TRY(const repository::TransactionAnswer made,
              workplace.repository->Transact("AddPromoCode", call.arguments, call.idempotency_key));
  return WorkflowAnswer{
      .status = 201, .entities = {{"promo", Of(made, "PromoCode")}}, .repeated = made.repeated};
}

Result<WorkflowAnswer> ChangePromo(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckModerator(workplace, call.arguments));
  Item changes = AttributesOf(call.arguments, {"moderator", "code"});
  if (changes.empty()) return messages::NothingToChange();
  const Item key = {{"Code", *call.arguments.Find("code")}};
  auto changed = workplace.repository->Update("PromoCode", key, std::move(changes));
  if (!changed) return NotThere(changed.error(), "PromoCode", Text(key, "Code"));
  return WorkflowAnswer{.entities = {{"promo", std::move(changed->written)}}};
}

Result<WorkflowAnswer> NameAmenity(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckModerator(workplace, call.arguments));
  TRESTLE_TRY(const repository::TransactionAnswer named,
              workplace.repository->Transact("AddAmenity", call.arguments));
  return WorkflowAnswer{.entities = {{"amenity", Of(named, "Amenity")}}};
}

}  // namespace trestle::hotel
