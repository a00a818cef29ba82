#include "auth/sha256.h"

#include <openssl/evp.h>

#include <memory>

#include "base/check.h"

namespace trestle {
namespace {

constexpr std::size_t kBlockBytes = 64;
using Block = std::array<char, kBlockBytes>;

// Looking the algorithm up and making a context cost more than hashing a request, so a thread does
// both once.
class Hasher {
 public:
  static Hasher& OfThisThread() {
    thread_local Hasher hasher;
    return hasher;
  }

  Sha256Digest Hash(std::string_view first, std::string_view second = {}) {
    Sha256Digest digest;
    bool done = EVP_DigestInit_ex2(context_.get(), algorithm_.get(), nullptr) == 1;
    done = done && EVP_DigestUpdate(context_.get(), first.data(), first.size()) == 1;
    done = done && EVP_DigestUpdate(context_.get(), second.data(), second.size()) == 1;
    done = done && EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr) == 1;
    TRESTLE_CHECK(done);
    return digest;
  }

 private:
  Hasher() { TRESTLE_CHECK(algorithm_ != nullptr && context_ != nullptr); }

  std::unique_ptr<EVP_MD, decltype(&EVP_MD_free)> algorithm_{
      EVP_MD_fetch(nullptr, "SHA256", nullptr), &EVP_MD_free};
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_{EVP_MD_CTX_new(),
                                                                   &EVP_MD_CTX_free};
};

std::string_view BytesOf(const Sha256Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

Block Padded(std::string_view key, char pad) {
  Block block;
  block.fill(pad);
  for (std::size_t i = 0; i < key.size(); ++i) block[i] = static_cast<char>(key[i] ^ pad);
  return block;
}

}  // namespace

Sha256Digest Sha256(std::string_view text) { return Hasher::OfThisThread().Hash(text); }

// RFC 2104.
Sha256Digest HmacSha256(std::string_view key, std::string_view message) {
  if (key.size() > kBlockBytes) return HmacSha256(Sha256(key), message);
  Hasher& hasher = Hasher::OfThisThread();
  const Block inner = Padded(key, 0x36);
  const Block outer = Padded(key, 0x5c);
  const Sha256Digest digest = hasher.Hash({inner.data(), inner.size()}, message);
  return hasher.Hash({outer.data(), outer.size()}, BytesOf(digest));
}

Sha256Digest HmacSha256(const Sha256Digest& key, std::string_view message) {
  return HmacSha256(BytesOf(key), message);
}

void AppendHex(const Sha256Digest& digest, std::string& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<char, 2 * std::tuple_size_v<Sha256Digest>> text;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    text[2 * i] = kDigits[digest[i] >> 4];
    text[2 * i + 1] = kDigits[digest[i] & 15];
  }
  out.append(text.data(), text.size());
}

std::string Hex(const Sha256Digest& digest) {
  std::string text;
  text.reserve(2 * digest.size());
  AppendHex(digest, text);
  return text;
}

}  // namespace trestle
