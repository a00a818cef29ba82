#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// What is wrong with a configuration file; `place` is file:line:column.
namespace trestle::messages {

inline tl::unexpected<Error> InConfigFile(std::string_view place, std::string_view what) {
  return Fail(ErrorCode::kValidation, std::string(place).append(": ").append(what));
}
inline tl::unexpected<Error> ConfigKeyUnknown(std::string_view place, std::string_view key) {
  return InConfigFile(place, std::string("there is no setting ").append(key));
}
inline tl::unexpected<Error> ConfigValueNotText(std::string_view place, std::string_view key) {
  return InConfigFile(place, std::string(key).append(" must be a string"));
}
inline tl::unexpected<Error> ConfigNotATable(std::string_view place, std::string_view key) {
  return InConfigFile(place, std::string(key).append(" must be a table"));
}
inline tl::unexpected<Error> ConfigNotAList(std::string_view place, std::string_view key) {
  return InConfigFile(place, std::string(key).append(" must be a list of strings"));
}
inline tl::unexpected<Error> ConfigNameUnreadable(std::string_view place) {
  return InConfigFile(place, "this is not the name of a table");
}
inline tl::unexpected<Error> ConfigWithoutSchedule(std::string_view place) {
  return InConfigFile(place, "backups.schedule is missing");
}

}  // namespace trestle::messages
