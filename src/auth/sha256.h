#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace trestle {

using Sha256Digest = std::array<std::uint8_t, 32>;

Sha256Digest Sha256(std::string_view text);
Sha256Digest HmacSha256(const Sha256Digest& key, std::string_view message);
// A key of any length.
Sha256Digest HmacSha256(std::string_view key, std::string_view message);

// 64 lower-case digits, as signatures and payload hashes are written.
void AppendHex(const Sha256Digest& digest, std::string& out);
std::string Hex(const Sha256Digest& digest);

}  // namespace trestle
