#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "stream/change.h"

namespace trestle {

// A stamp as the wire shows it: 38 digits, in whose order the stamps are too.
std::string SequenceNumberOf(const ChangeStamp& stamp);
// Nothing if it cannot be one of ours.
std::optional<ChangeStamp> StampOfSequenceNumber(std::string_view text);

// Sequence numbers of any server are decimal and of any length: whether `a` comes before `b`.
bool SequenceLess(std::string_view a, std::string_view b);

}  // namespace trestle
