#pragma once

#include <string>
#include <string_view>

#include "systems/messages.h"

// What the directory of skills refuses, and why.
namespace trestle::glad::messages {

using trestle::messages::BadField;
using trestle::messages::NoEntity;
using trestle::messages::NotAllowed;
using trestle::messages::Refused;

inline tl::unexpected<Error> UsernameTaken(std::string_view username) {
  return Refused("The username " + std::string(username) + " is taken");
}
// The same whether there is such a user or not.
inline tl::unexpected<Error> WrongLogin() {
  return NotAllowed("The username or the password is wrong");
}
inline tl::unexpected<Error> NoSession() {
  return Fail(ErrorCode::kMissingAuthenticationToken,
              "The session has ended, or there never was one: log in");
}
inline tl::unexpected<Error> NotThisUser(std::string_view username) {
  return NotAllowed("The session is not one of " + std::string(username));
}
inline tl::unexpected<Error> HasSkill(std::string_view username, std::string_view skill) {
  return Refused(std::string(username) + " has the skill " + std::string(skill) + " already");
}
inline tl::unexpected<Error> OwnSkill() {
  return Refused("Nobody can endorse a skill of their own");
}
inline tl::unexpected<Error> HasEndorsed(std::string_view endorser) {
  return Refused(std::string(endorser) + " has endorsed this skill already");
}
inline tl::unexpected<Error> HasNotEndorsed(std::string_view endorser) {
  return Refused(std::string(endorser) + " has not endorsed this skill");
}
inline tl::unexpected<Error> SkillChanges() {
  return Refused("The skill is being changed by others: try again");
}

}  // namespace trestle::glad::messages
