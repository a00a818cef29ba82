#pragma once

#include <string_view>

namespace trestle {

// Keys that start with a zero byte are the store's own. No batch writes them and no cursor shows
// them.
inline bool IsReservedKey(std::string_view key) { return key.empty() || key.front() == '\0'; }

inline constexpr std::string_view kFirstKey = "\x01";  // before it, all keys are reserved

// Written to disk: the key under which a store keeps the version of its format.
inline constexpr std::string_view kFormatKey = std::string_view("\0format", 7);
inline constexpr std::string_view kFormatVersion = "1";

}  // namespace trestle
