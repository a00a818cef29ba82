#pragma once

// Guards a promise of our own: logs the place and aborts when it is broken. Never for what a client
// can cause.
#define TRESTLE_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::trestle::CheckFailed(#condition, __FILE__, __LINE__))

namespace trestle {
[[noreturn]] void CheckFailed(const char* condition, const char* file, int line);
}  // namespace trestle
