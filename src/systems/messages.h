#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

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
inline tl::unexpected<Error> UnknownSystem(std::string_view name, std::string_view known) {
  return Fail(ErrorCode::kValidation,
              "There is no system " + std::string(name) + "; there are " + std::string(known));
}

}  // namespace trestle::messages
