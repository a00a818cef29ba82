#include "auth/password.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "base/check.h"
#include "value/base64.h"

namespace trestle {
namespace {

constexpr std::size_t kSaltBytes = 16;
constexpr std::size_t kHashBytes = 32;
constexpr std::size_t kTokenBytes = 32;
// A stored text may not ask for more work than this.
constexpr int kMostLog2N = 20;
constexpr int kMostBlocks = 32;
constexpr int kMostTimes = 16;
constexpr std::uint64_t kMostMemory = std::uint64_t{64} << 20;

struct StoredPassword {
  PasswordCost cost;
  std::string salt;
  std::string hash;
};

std::string RandomBytes(std::size_t count) {
  std::string bytes(count, '\0');
  TRESTLE_CHECK(
      RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(count)) == 1);
  return bytes;
}

std::string Unpadded(std::string_view raw) {
  std::string text = EncodeBase64(raw);
  text.erase(std::min(text.find('='), text.size()));
  return text;
}

std::optional<std::string> DecodedUnpadded(std::string_view text) {
  std::string padded(text);
  padded.append((4 - padded.size() % 4) % 4, '=');
  Result<std::string> raw = DecodeBase64(padded);
  if (!raw) return std::nullopt;
  return *std::move(raw);
}

std::uint64_t MemoryOf(const PasswordCost& cost) {
  const std::uint64_t n = std::uint64_t{1} << cost.log2_n;
  return 128 * static_cast<std::uint64_t>(cost.r) * (n + static_cast<std::uint64_t>(cost.p) + 2);
}

std::string Scrypt(std::string_view password, std::string_view salt, const PasswordCost& cost) {
  std::string hash(kHashBytes, '\0');
  const std::uint64_t n = std::uint64_t{1} << cost.log2_n;
  const int done = EVP_PBE_scrypt(
      password.data(), password.size(), reinterpret_cast<const unsigned char*>(salt.data()),
      salt.size(), n, static_cast<std::uint64_t>(cost.r), static_cast<std::uint64_t>(cost.p),
      MemoryOf(cost) + 4096, reinterpret_cast<unsigned char*>(hash.data()), hash.size());
  TRESTLE_CHECK(done == 1);
  return hash;
}

// Takes `before` and a number up to `most` off the front of the text.
std::optional<int> TakenNumber(std::string_view& text, std::string_view before, int most) {
  if (!text.starts_with(before)) return std::nullopt;
  text.remove_prefix(before.size());
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 1 || number > most) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<StoredPassword> ParsedPassword(std::string_view text) {
  const auto log2_n = TakenNumber(text, "$scrypt$ln=", kMostLog2N);
  const auto r = TakenNumber(text, ",r=", kMostBlocks);
  const auto p = TakenNumber(text, ",p=", kMostTimes);
  if (!log2_n || !r || !p || !text.starts_with('$')) return std::nullopt;
  text.remove_prefix(1);
  const std::size_t parted = text.find('$');
  if (parted == std::string_view::npos) return std::nullopt;
  const auto salt = DecodedUnpadded(text.substr(0, parted));
  const auto hash = DecodedUnpadded(text.substr(parted + 1));
  const PasswordCost cost{.log2_n = *log2_n, .r = *r, .p = *p};
  if (!salt || !hash || hash->size() != kHashBytes || MemoryOf(cost) > kMostMemory) {
    return std::nullopt;
  }
  return StoredPassword{.cost = cost, .salt = *salt, .hash = *hash};
}

}  // namespace

std::string HashedPassword(std::string_view password, const PasswordCost& cost,
                           std::optional<std::string_view> salt) {
  const std::string used = salt ? std::string(*salt) : RandomBytes(kSaltBytes);
  return "$scrypt$ln=" + std::to_string(cost.log2_n) + ",r=" + std::to_string(cost.r) +
         ",p=" + std::to_string(cost.p) + "$" + Unpadded(used) + "$" +
         Unpadded(Scrypt(password, used, cost));
}

bool IsPasswordOf(std::string_view password, std::string_view stored, const PasswordCost& usual) {
  const std::optional<StoredPassword> parsed = ParsedPassword(stored);
  const StoredPassword held = parsed.value_or(StoredPassword{
      .cost = usual, .salt = std::string(kSaltBytes, '\0'), .hash = std::string(kHashBytes, '\0')});
  const std::string hash = Scrypt(password, held.salt, held.cost);
  const bool same = CRYPTO_memcmp(hash.data(), held.hash.data(), kHashBytes) == 0;
  return same && parsed.has_value();
}

std::string RandomToken() {
  std::string token = Unpadded(RandomBytes(kTokenBytes));
  std::ranges::replace(token, '+', '-');
  std::ranges::replace(token, '/', '_');
  return token;
}

}  // namespace trestle
