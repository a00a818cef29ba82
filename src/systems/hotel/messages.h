#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "systems/messages.h"

// What the hotel refuses, and why.
namespace trestle::hotel::messages {

using trestle::messages::BadField;
using trestle::messages::NoEntity;
using trestle::messages::NotAllowed;
using trestle::messages::NothingToChange;
using trestle::messages::Refused;

inline tl::unexpected<Error> NotFree(std::string_view room) {
  return Refused(std::string(room) + " is not free for every night of the stay");
}
inline tl::unexpected<Error> TooManyGuests(std::string_view room, std::string_view most) {
  return Refused("Guests in each " + std::string(room) + ": at most " + std::string(most));
}
inline tl::unexpected<Error> StayOfLength(std::string_view room, std::int64_t least,
                                          std::int64_t most) {
  return Refused("Nights in " + std::string(room) + ": " + std::to_string(least) + " to " +
                 std::to_string(most));
}
inline tl::unexpected<Error> PromoRefused(std::string_view code, std::string_view why) {
  return Refused("Promo code " + std::string(code) + " " + std::string(why));
}
inline tl::unexpected<Error> TooFewPoints(std::string_view user, std::int64_t points) {
  return Refused(std::string(user) + " has " + std::to_string(points) + " points");
}
inline tl::unexpected<Error> BookingIs(std::string_view status) {
  return Refused("The booking is " + std::string(status));
}
inline tl::unexpected<Error> HasBegun() { return Refused("The stay has begun"); }
inline tl::unexpected<Error> NotOver() { return Refused("The stay is not over"); }
inline tl::unexpected<Error> NotTheirBooking(std::string_view user) {
  return NotAllowed("The booking is not one of " + std::string(user));
}
inline tl::unexpected<Error> KeyOfAnotherBooking() {
  return Fail(ErrorCode::kIdempotentParameterMismatch,
              "The idempotency key was used before for another booking");
}
inline tl::unexpected<Error> ReviewIs(std::string_view status) {
  return Refused("The review is " + std::string(status));
}
inline tl::unexpected<Error> HasReview() { return Refused("The stay has been reviewed already"); }
inline tl::unexpected<Error> HasResponse() {
  return Refused("The review has been answered already");
}
inline tl::unexpected<Error> PropertyIs(std::string_view status) {
  return Refused("The property is " + std::string(status));
}
inline tl::unexpected<Error> NotAModerator(std::string_view user) {
  return NotAllowed(std::string(user) + " is not an administrator");
}
inline tl::unexpected<Error> NotTheOwner(std::string_view user) {
  return NotAllowed(std::string(user) + " does not own the property");
}

inline tl::unexpected<Error> NotAnOwner(std::string_view user) {
  return NotAllowed(std::string(user) + " is not an owner of properties");
}
inline tl::unexpected<Error> RoomOfAnother(std::string_view room) {
  return Refused("Another property has nights of " + std::string(room));
}

}  // namespace trestle::hotel::messages
