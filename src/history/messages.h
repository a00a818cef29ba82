#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// The texts of this room's errors.
namespace trestle::messages {

inline tl::unexpected<Error> HistoryDamaged(std::string_view what) {
  return Fail(ErrorCode::kInternalServerError,
              std::string("The stored history is damaged: ").append(what));
}

}  // namespace trestle::messages
