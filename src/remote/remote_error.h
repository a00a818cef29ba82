#pragma once

#include <string_view>

#include "base/result.h"
#include "client/reply.h"

namespace trestle::remote {

// What an endpoint's refusal says: its code, its text, and what stands beside it (the item of a
// failed condition, the reasons of a cancelled transaction or of throttling). An exception that has
// no code here keeps its name in the text.
Error ErrorOf(const client::Reply& reply);

// The code of an exception's name; of one statement of a batch likewise (ConditionalCheckFailed).
ErrorCode CodeNamed(std::string_view name, int status);

// When the same call may be answered better a little later.
enum class Retry {
  kNever,
  kIfRepeatable,  // it may have been done already
  kAlways,        // it was not done, or doing it again is what the endpoint asks for
};
Retry RetryAfter(const client::Reply& reply);

}  // namespace trestle::remote
