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

}  // namespace trestle::messages
