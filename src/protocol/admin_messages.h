#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// What the routes under /_trestle/ refuse with: {"error": …}. These are ours, not the service's.
namespace trestle::messages {

inline tl::unexpected<Error> AdminOnly() {
  return Fail(ErrorCode::kAccessDenied,
              "/_trestle/ is for this machine, or for who sends 'Authorization: Bearer' with the "
              "server's --admin-token");
}

inline tl::unexpected<Error> NoSuchRoute(std::string_view path, std::string_view routes) {
  return Fail(ErrorCode::kResourceNotFound,
              std::string("there is no ").append(path).append("; there are ").append(routes));
}

inline tl::unexpected<Error> NoSuchSnapshotRoute(std::string_view path) {
  return Fail(ErrorCode::kResourceNotFound,
              std::string("there is no ")
                  .append(path)
                  .append("; POST /_trestle/snapshots/NAME/restore goes back "
                          "to a snapshot"));
}

inline tl::unexpected<Error> WrongMethod(std::string_view method, std::string_view path) {
  return Fail(ErrorCode::kNotSupported, std::string(path).append(" does not take ").append(method));
}

inline tl::unexpected<Error> BodyIsNoObject() {
  return Fail(ErrorCode::kValidation, "the body must be a JSON object");
}

// `member` is where in the body, `wanted` what should be there.
inline tl::unexpected<Error> BadMember(std::string_view member, std::string_view wanted) {
  return Fail(ErrorCode::kValidation, std::string(member).append(": must be ").append(wanted));
}

inline tl::unexpected<Error> UnknownMember(std::string_view member) {
  return Fail(ErrorCode::kValidation, std::string(member).append(": is not known here"));
}

inline tl::unexpected<Error> NoModels() {
  return Fail(ErrorCode::kNotSupported, "this server binds no models");
}

inline tl::unexpected<Error> ClockIsTheSystems() {
  return Fail(ErrorCode::kResourceInUse,
              "the clock is the system's and cannot be moved: start the server with "
              "--clock=manual");
}

inline tl::unexpected<Error> NeitherAdvanceNorSet() {
  return Fail(ErrorCode::kValidation,
              R"(the body must have "advance", a duration, or "set", an instant, and not both)");
}

inline tl::unexpected<Error> ClockOnlyMovesForward(std::string_view now) {
  return Fail(ErrorCode::kValidation,
              std::string("set: time only moves forward, and it is already ").append(now));
}

inline tl::unexpected<Error> ClockAtItsEnd() {
  return Fail(ErrorCode::kValidation, "the clock cannot go past the year 9999");
}

// The file of --auth.
inline tl::unexpected<Error> CredentialsUnreadable(std::string_view path) {
  return Fail(ErrorCode::kValidation, std::string(path).append(": cannot be read"));
}
inline tl::unexpected<Error> NoCredentials(std::string_view path) {
  return Fail(ErrorCode::kValidation, std::string(path).append(": has no credentials"));
}
inline tl::unexpected<Error> InCredentialsFile(std::string_view path, std::size_t line,
                                               const Error& error) {
  return Fail(ErrorCode::kValidation, std::string(path)
                                          .append(":")
                                          .append(std::to_string(line))
                                          .append(": ")
                                          .append(error.message));
}
inline tl::unexpected<Error> CredentialIsNoObject() {
  return Fail(ErrorCode::kValidation, "the line must be a JSON object");
}
inline tl::unexpected<Error> CredentialMemberWrong(std::string_view member) {
  return BadMember(member,
                   "access_key_id or secret_access_key, both strings, or admin, true or false");
}
inline tl::unexpected<Error> CredentialMemberMissing(std::string_view member) {
  return BadMember(member, "given");
}
inline tl::unexpected<Error> CredentialTwice() {
  return Fail(ErrorCode::kValidation, "the same access_key_id was given before");
}

inline tl::unexpected<Error> NoSuchFault(std::string_view id) {
  return Fail(ErrorCode::kResourceNotFound,
              std::string("faults/").append(id).append(": there is no such rule"));
}

}  // namespace trestle::messages
