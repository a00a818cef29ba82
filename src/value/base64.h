#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace trestle {

constexpr std::size_t Base64Size(std::size_t raw_bytes) { return (raw_bytes + 2) / 3 * 4; }

// Writes Base64Size(raw.size()) characters at `out` and returns the place after them.
char* WriteBase64(std::string_view raw, char* out);
void AppendBase64(std::string_view raw, std::string& out);
std::string EncodeBase64(std::string_view raw);

// The bytes of a padded text in the standard alphabet. As the service does, it refuses other
// lengths, other characters (space included) and a last character with bits that no byte takes.
Result<std::string> DecodeBase64(std::string_view text);

}  // namespace trestle
