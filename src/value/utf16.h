#pragma once

#include <cstddef>
#include <string_view>

namespace trestle {

// How many UTF-16 units valid UTF-8 `text` would take: what size() and length limits of the service
// count.
std::size_t Utf16Length(std::string_view text);

}  // namespace trestle
