#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trestle {

// How much work scrypt does: 2^log2_n rounds of r blocks, p times over. The default takes 16 MiB
// and about a sixth of a second.
struct PasswordCost {
  int log2_n = 14;
  int r = 8;
  int p = 5;
};

// "$scrypt$ln=14,r=8,p=5$salt$hash", salt and hash in Base64 without padding. Stored in items. The
// salt is random unless one is given, which no two passwords may share.
std::string HashedPassword(std::string_view password, const PasswordCost& cost,
                           std::optional<std::string_view> salt = {});

// Whether it is the password of the stored text. A text that is not such a hash, an empty one too,
// is none's; to find that out takes as long as `usual` does.
bool IsPasswordOf(std::string_view password, std::string_view stored, const PasswordCost& usual);

// Text of 256 random bits, for URLs and JSON.
std::string RandomToken();

}  // namespace trestle
