#pragma once

#include <string_view>

namespace trestle {

// A table's or index's name, or a backup's.
inline constexpr std::string_view kNamePattern = "[a-zA-Z0-9_.-]+";

// Whether the whole text matches a pattern of the API. Each that an operation here has is written
// out; others, and none, let everything pass.
bool MatchesPattern(std::string_view pattern, std::string_view text);

}  // namespace trestle
