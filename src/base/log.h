#pragma once

#include <string_view>

namespace trestle {

// One line each on standard error, with time and level. Safe to call from any thread. Values of
// items and credentials are never logged.
void LogInfo(std::string_view message);
void LogWarning(std::string_view message);
void LogError(std::string_view message);

}  // namespace trestle
