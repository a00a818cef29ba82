#pragma once

#include <string>
#include <string_view>

#include "systems/messages.h"

// What the venue refuses, and why.
namespace trestle::messages {

inline tl::unexpected<Error> NotAnAdmin(std::string_view user) {
  return NotAllowed(std::string(user) + " is not an administrator");
}
inline tl::unexpected<Error> NotTheirBooking(std::string_view user) {
  return NotAllowed("The booking is not one of " + std::string(user));
}
inline tl::unexpected<Error> Taken(std::string_view date, std::string_view time_slot) {
  return Refused(std::string(date) + " is not free: " + std::string(time_slot) + " is taken");
}
inline tl::unexpected<Error> EventOfBooking(std::string_view booking) {
  return Refused("The event is that of booking " + std::string(booking) + ": cancel the booking");
}
inline tl::unexpected<Error> BookingIs(std::string_view status) {
  return Refused("The booking is " + std::string(status));
}

}  // namespace trestle::messages
