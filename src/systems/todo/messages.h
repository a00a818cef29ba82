#pragma once

#include <string>
#include <string_view>

#include "systems/messages.h"

// What the To-Do API refuses, and why.
namespace trestle::messages {

inline tl::unexpected<Error> TaskIs(std::string_view status) {
  return Refused("The task is " + std::string(status));
}
inline tl::unexpected<Error> NoChangeOfTask() {
  return Fail(ErrorCode::kValidation, "There is nothing to change: give an attribute or clear");
}
inline tl::unexpected<Error> RequestIdOfOtherTask() {
  return Fail(ErrorCode::kIdempotentParameterMismatch,
              "The idempotency key was used before for another request");
}
inline tl::unexpected<Error> TaskCountsOnTheirWay(std::string_view user) {
  return Refused("A task of " + std::string(user) +
                 " has changed just now and may not be counted yet: try again in a few seconds");
}

}  // namespace trestle::messages
