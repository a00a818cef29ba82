#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// The texts of this room's errors.
namespace trestle::cdc_messages {

inline tl::unexpected<Error> DamagedRecord(std::string_view shard) {
  return Fail(ErrorCode::kInternalServerError,
              "A record of shard " + std::string(shard) + " cannot be read");
}
inline std::string ReactionFailed(std::string_view model, std::string_view trigger,
                                  std::string_view why) {
  return "trigger " + std::string(trigger) + " of model " + std::string(model) +
         " is skipped for one change: " + std::string(why);
}
inline std::string WillTryAgain(std::string_view model, std::string_view why) {
  return "the triggers of model " + std::string(model) + " wait and try again: " + std::string(why);
}

}  // namespace trestle::cdc_messages
