#include "auth/md5.h"

#include <openssl/evp.h>

#include "base/check.h"

namespace trestle {

Md5Digest Md5(std::string_view bytes) {
  Md5Digest digest;
  TRESTLE_CHECK(
      EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_md5(), nullptr) == 1);
  return digest;
}

std::string Md5Hex(const Md5Digest& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : digest) {
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 15]);
  }
  return text;
}

std::string_view BytesOf(const Md5Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

}  // namespace trestle
