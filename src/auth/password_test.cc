#include "auth/password.h"

#include <gtest/gtest.h>

#include <string>

namespace trestle {
namespace {

constexpr PasswordCost kCheap{.log2_n = 4, .r = 8, .p = 1};

TEST(PasswordTest, IsThePasswordOfItsOwnHashOnly) {
  const std::string stored = HashedPassword("correct horse", kCheap);
  EXPECT_TRUE(stored.starts_with("$scrypt$ln=4,r=8,p=1$")) << stored;
  EXPECT_TRUE(IsPasswordOf("correct horse", stored, kCheap));
  EXPECT_FALSE(IsPasswordOf("correct hors", stored, kCheap));
  EXPECT_FALSE(IsPasswordOf("", stored, kCheap));
  EXPECT_NE(stored, HashedPassword("correct horse", kCheap));  // another salt
}

// RFC 7914, section 12: N = 1024, r = 8, p = 16; its hash has 64 bytes, of which these are the
// first 32.
TEST(PasswordTest, IsScrypt) {
  EXPECT_EQ(HashedPassword("password", {.log2_n = 10, .r = 8, .p = 16}, "NaCl"),
            "$scrypt$ln=10,r=8,p=16$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI");
}

TEST(PasswordTest, TextsThatAreNoHashesAreNobodysPassword) {
  for (const char* const stored :
       {"", "x", "$scrypt$", "$scrypt$ln=4,r=8,p=1$", "$scrypt$ln=4,r=8,p=1$AAAA$AAAA",
        "$scrypt$ln=63,r=8,p=1$AAAA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
        "$scrypt$ln=20,r=32,p=1$AAAA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
        "$scrypt$ln=4,r=0,p=1$AAAA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI"}) {
    EXPECT_FALSE(IsPasswordOf("password", stored, kCheap)) << stored;
  }
}

TEST(PasswordTest, TokensAreForUrls) {
  const std::string token = RandomToken();
  EXPECT_EQ(token.size(), 43u);
  EXPECT_EQ(token.find_first_of("+/="), std::string::npos);
  EXPECT_NE(token, RandomToken());
}

}  // namespace
}  // namespace trestle
