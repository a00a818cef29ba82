#pragma once

#include <string>
#include <string_view>

#include "base/clock.h"

namespace trestle {

// 01763206654123-5f2a9c01: the time in milliseconds and chance. Ordered by the time.
std::string NewJobId(TimePoint now);
// What follows "/export/" or "/import/" in an ARN; empty if that is not there.
std::string_view JobIdOf(std::string_view arn, std::string_view kind);

// How long jobs are told of after they have begun, and how long a token is remembered after the
// job of its request has ended.
inline constexpr Duration kJobsKept = std::chrono::hours(90 * 24);
inline constexpr Duration kTokensKept = std::chrono::hours(8);

}  // namespace trestle
