#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "repository/errors.h"

// The texts of this room's errors.
namespace trestle::messages {

inline tl::unexpected<Error> BadDemoTime(std::string_view text) {
  return Fail(ErrorCode::kValidation,
              "\"" + std::string(text) + "\" is no time of demo data: write @today+5 or @now-3h");
}
inline tl::unexpected<Error> BadDemoData() {
  return Fail(ErrorCode::kValidation,
              "Demo data is a list of {\"entity\": ..., \"values\": {...}}");
}

inline tl::unexpected<Error> DemoRefused(std::string_view system, std::string_view entity,
                                         std::string_view why) {
  return Fail(ErrorCode::kValidation, "The demo data of " + std::string(system) +
                                          " does not fit: " + std::string(entity) + ": " +
                                          std::string(why));
}
inline tl::unexpected<Error> NoWorkflow(std::string_view name) {
  return Fail(ErrorCode::kResourceNotFound, "There is no workflow " + std::string(name));
}
inline tl::unexpected<Error> NoEntity(std::string_view entity, std::string_view id) {
  return Fail(ErrorCode::kResourceNotFound,
              "There is no " + std::string(entity) + " " + std::string(id));
}
// A rule of the system that what is stored now does not allow.
inline tl::unexpected<Error> Refused(
    std::string message,
    repository::WriteConflict::Kind kind = repository::WriteConflict::Kind::kCondition) {
  auto detail = std::make_shared<repository::WriteConflict>();
  detail->kind = kind;
  return tl::unexpected<Error>(Error{.code = ErrorCode::kConditionalCheckFailed,
                                     .message = std::move(message),
                                     .detail = std::move(detail)});
}
inline tl::unexpected<Error> BadField(const std::string& field, const std::string& message) {
  auto detail = std::make_shared<repository::BadFields>();
  detail->fields = {{.field = field, .message = message}};
  return tl::unexpected<Error>(Error{.code = ErrorCode::kValidation,
                                     .message = field + " " + message,
                                     .detail = std::move(detail)});
}
inline tl::unexpected<Error> NothingToChange() {
  return Fail(ErrorCode::kValidation, "There is nothing to change: give an attribute");
}
inline tl::unexpected<Error> NotAllowed(std::string message) {
  return Fail(ErrorCode::kAccessDenied, std::move(message));
}
inline tl::unexpected<Error> UnknownSystem(std::string_view name, std::string_view known) {
  return Fail(ErrorCode::kValidation,
              "There is no system " + std::string(name) + "; there are " + std::string(known));
}

}  // namespace trestle::messages
