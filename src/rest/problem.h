#pragma once

#include <string_view>

#include "base/result.h"
#include "http/response.h"

namespace trestle::rest {

// What was asked, as far as the meaning of an error depends on it.
enum class Asked {
  kEntity,
  kEntityIfMatch,  // with a condition on its version
  kEntityIfNone,   // only if there is none
  kPattern,
  kTransaction,
  kWorkflow
};

// An error as an RFC 9457 problem document: type, title, status, detail, and ours: `code`, `errors`
// with one entry for each bad field, `step` of a transaction. A fault of ours is logged and not
// told.
http::Response ProblemOf(const Error& error, Asked asked = Asked::kEntity);

}  // namespace trestle::rest
