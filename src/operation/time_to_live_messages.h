#pragma once

#include "operation/table_messages.h"

// The texts of UpdateTimeToLive, as the service spells them.
namespace trestle::messages {

inline tl::unexpected<Error> TimeToLiveAlready(std::string_view state) {
  return InvalidTable(std::string("TimeToLive is already ").append(state));
}

inline tl::unexpected<Error> TimeToLiveOnOtherAttribute(std::string_view current) {
  return InvalidTable(
      std::string("TimeToLive is active on a different AttributeName: current AttributeName is ")
          .append(current));
}

inline tl::unexpected<Error> TimeToLiveChangedTooOften() {
  return InvalidTable("Time to live has been modified multiple times within a fixed interval");
}

}  // namespace trestle::messages
