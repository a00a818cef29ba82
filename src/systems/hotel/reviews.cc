#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "systems/hotel/messages.h"
#include "systems/hotel/stay.h"

// Reviews and wishlists.
namespace trestle::hotel {
namespace {

using ConflictKind = repository::WriteConflict::Kind;

// A wish that fails was overtaken by another, which did not: only a crowd that keeps writing one
// wishlist could use them all up, and each waits longer than the last.
constexpr int kMostWishAttempts = 60;
constexpr int kLongestWishPauseMs = 20;

void PauseBeforeWish(int attempt) {
  thread_local std::minstd_rand random(std::random_device{}());
  std::uniform_int_distribution<int> micros(0, std::min(attempt, kLongestWishPauseMs) * 1000);
  std::this_thread::sleep_for(std::chrono::microseconds(micros(random)));
}

// "John D."
std::string ShownName(const Item& guest) {
  std::string name(Text(guest, "FirstName"));
  const std::string_view last = Text(guest, "LastName");
  if (last.empty()) return name;
  std::size_t letter = 1;  // in bytes of UTF-8
  while (letter < last.size() && (static_cast<unsigned char>(last[letter]) & 0xC0U) == 0x80U) {
    ++letter;
  }
  return name.append(name.empty() ? "" : " ").append(last.substr(0, letter)).append(".");
}

}  // namespace

Result<WorkflowAnswer> Review(const Workplace& workplace, const WorkflowCall& call) {
  const AttributeValue& id = *call.arguments.Find("bookingId");
  TRESTLE_TRY(const EntityItem booking, Existing(workplace, "Booking", {{"BookingId", id}}));
  const std::string_view user = Text(call.arguments, "userId");
  if (Text(booking.item, "UserId") != user) return messages::NotTheirBooking(user);
  const std::string_view status = Text(booking.item, "Status");
  if (status == "pending" || status == "confirmed") return messages::NotOver();
  if (status != "completed") return messages::BookingIs(status);
  TRESTLE_TRY(const EntityItem guest, Existing(workplace, "User", {{"UserId", TextValue(user)}}));
  Item arguments = call.arguments;
  arguments.Set("reviewId", TextValue(NewId(workplace, call, "review")));
  arguments.Set("propertyId", *booking.item.Find("PropertyId"));
  arguments.Set("stayDate", *booking.item.Find("CheckInDate"));
  arguments.Set("guestName", TextValue(ShownName(guest.item)));
  if (const AttributeValue* const country = guest.item.Find("Country")) {
    arguments.Set("guestCountry", *country);
  }
  const auto made = workplace.repository->Transact("SubmitReview", arguments, call.idempotency_key);
  if (!made) {
    const repository::WriteConflict* const conflict = ConflictOf(made.error());
    const bool reviewed = conflict != nullptr && (conflict->kind == ConflictKind::kExists ||
                                                  conflict->kind == ConflictKind::kUnique);
    return reviewed ? messages::HasReview() : tl::unexpected(made.error());
  }
  return WorkflowAnswer{
      .status = 201, .entities = {{"review", Of(*made, "Review")}}, .repeated = made->repeated};
}

Result<WorkflowAnswer> FindHelpful(const Workplace& workplace, const WorkflowCall& call) {
  const auto counted = workplace.repository->Transact("CountHelpful", call.arguments);
  if (counted) return WorkflowAnswer{.entities = {{"review", Of(*counted, "Review")}}};
  if (ConflictOf(counted.error()) == nullptr) return tl::unexpected(counted.error());
  TRESTLE_TRY(const EntityItem review,
              Existing(workplace, "Review", {{"ReviewId", *call.arguments.Find("reviewId")}}));
  return messages::ReviewIs(Text(review.item, "Status"));
}

Result<WorkflowAnswer> Respond(const Workplace& workplace, const WorkflowCall& call) {
  const std::string_view responder = Text(call.arguments, "responder");
  TRESTLE_TRY(const EntityItem review,
              Existing(workplace, "Review", {{"ReviewId", *call.arguments.Find("reviewId")}}));
  const AttributeValue& property = *review.item.Find("PropertyId");
  TRESTLE_TRY(const EntityItem owned, Existing(workplace, "Property", {{"PropertyId", property}}));
  if (Text(owned.item, "OwnerId") != responder) return messages::NotTheOwner(responder);
  if (Text(review.item, "Status") != "approved") {
    return messages::ReviewIs(Text(review.item, "Status"));
  }
  Item arguments = call.arguments;
  arguments.Set("propertyId", property);
  arguments.Set("responderName", TextValue(Text(owned.item, "Name")));
  const auto made = workplace.repository->Transact("RespondToReview", arguments);
  if (!made) {
    const repository::WriteConflict* const conflict = ConflictOf(made.error());
    const bool answered = conflict != nullptr && conflict->kind == ConflictKind::kExists;
    return answered ? messages::HasResponse() : tl::unexpected(made.error());
  }
  return WorkflowAnswer{.status = 201, .entities = {{"response", Of(*made, "ReviewResponse")}}};
}

Result<WorkflowAnswer> Wish(const Workplace& workplace, const WorkflowCall& call) {
  const std::string property(Text(call.arguments, "propertyId"));
  const bool wanted = *call.arguments.Find("wanted") == AttributeValue::Of(true);
  TRESTLE_RETURN_IF_ERROR(Existing(workplace, "Property", {{"PropertyId", TextValue(property)}}));
  const Item key = {{"UserId", *call.arguments.Find("userId")},
                    {"WishlistId", *call.arguments.Find("wishlistId")}};
  for (int attempt = 1;; ++attempt) {
    TRESTLE_TRY(const EntityItem wishlist, Existing(workplace, "Wishlist", key));
    const AttributeValue* const value = wishlist.item.Find("PropertyIds");
    const StringSet* const stored = value == nullptr ? nullptr : value->As<StringSet>();
    std::vector<std::string> wishes =
        stored == nullptr ? std::vector<std::string>() : stored->elements();
    const bool was = std::erase(wishes, property) > 0;
    if (was == wanted) return WorkflowAnswer{.entities = {{"wishlist", wishlist}}};
    if (wanted) wishes.push_back(property);
    Item changes;
    changes.Set("PropertyIds", wishes.empty() ? AttributeValue()
                                              : AttributeValue::Of(StringSet(std::move(wishes))));
    const auto written = workplace.repository->Update("Wishlist", key, std::move(changes),
                                                      {.version = Whole(wishlist.item, "Version")});
    if (written) return WorkflowAnswer{.entities = {{"wishlist", written->written}}};
    if (ConflictOf(written.error()) == nullptr || attempt == kMostWishAttempts) {
      return tl::unexpected(written.error());
    }
    PauseBeforeWish(attempt);
  }
}

}  // namespace trestle::hotel
