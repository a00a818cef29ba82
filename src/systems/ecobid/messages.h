#pragma once

#include <string>
#include <string_view>

#include "systems/messages.h"

// What EcoBid refuses, and why.
namespace trestle::ecobid::messages {

using trestle::messages::BadField;
using trestle::messages::NoEntity;
using trestle::messages::NotAllowed;
using trestle::messages::NothingToChange;
using trestle::messages::Refused;

inline tl::unexpected<Error> ItemIs(std::string_view status) {
  if (status == "auction") return Refused("The item is up for auction");
  return Refused("The item is " + std::string(status));
}
inline tl::unexpected<Error> ItemHasChanged() {
  return Refused("The item has changed since it was read",
                 repository::WriteConflict::Kind::kVersion);
}
inline tl::unexpected<Error> OwnItem() { return Refused("Nobody reserves an item of their own"); }
inline tl::unexpected<Error> NotTheirItem(std::string_view user) {
  return NotAllowed("The item is not one of " + std::string(user));
}
inline tl::unexpected<Error> NotTheirReservation(std::string_view user) {
  return NotAllowed("The reservation is not one of " + std::string(user));
}
inline tl::unexpected<Error> ReservationIs(std::string_view status) {
  return Refused("The reservation is " + std::string(status));
}
inline tl::unexpected<Error> ReservationRanOut() { return Refused("The reservation has run out"); }
inline tl::unexpected<Error> OwnAuction() {
  return Refused("Nobody bids in an auction of their own");
}
inline tl::unexpected<Error> AuctionIs(std::string_view status) {
  return Refused("The auction is over: " + std::string(status));
}
inline tl::unexpected<Error> AuctionEnded(std::string_view ended) {
  return Refused("The auction ended at " + std::string(ended));
}
inline tl::unexpected<Error> AuctionGoesOn(std::string_view until) {
  return Refused("The auction goes on until " + std::string(until));
}
inline tl::unexpected<Error> MustExceed(std::string_view highest) {
  return Refused("The bid must be more than " + std::string(highest));
}
inline tl::unexpected<Error> MustReach(std::string_view start) {
  return Refused("The bid must be at least " + std::string(start));
}

}  // namespace trestle::ecobid::messages
