#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace trestle {

using Md5Digest = std::array<std::uint8_t, 16>;

// A checksum against accidents, as object stores and manifests use it; no protection against
// anyone.
Md5Digest Md5(std::string_view bytes);
// 32 lower-case digits, as entity tags are written.
std::string Md5Hex(const Md5Digest& digest);
std::string_view BytesOf(const Md5Digest& digest);

}  // namespace trestle
