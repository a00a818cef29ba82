#include "protocol/credentials_file.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

std::string Refusal(std::string_view text) {
  const Result<Keyring> keys = ParseCredentials(text, "keys");
  return keys ? std::string() : keys.error().message;
}

TEST(CredentialsFileTest, ReadsLinesAndPassesOverRemarks) {
  const Result<Keyring> keys = ParseCredentials(
      "# who may ask\n\n"
      R"({"access_key_id": "A", "secret_access_key": "s"})"
      "\r\n"
      R"({"access_key_id": "B", "secret_access_key": "t", "admin": true})",
      "keys");
  ASSERT_TRUE(keys) << keys.error().message;
  ASSERT_EQ(keys->size(), 2u);
  EXPECT_EQ(keys->at("A").secret_key, "s");
  EXPECT_FALSE(keys->at("A").admin);
  EXPECT_TRUE(keys->at("B").admin);
}

TEST(CredentialsFileTest, NamesTheLineThatIsWrong) {
  EXPECT_EQ(Refusal("\n[]"), "keys:2: the line must be a JSON object");
  EXPECT_EQ(Refusal(R"({"access_key_id": "A"})"), "keys:1: secret_access_key: must be given");
  EXPECT_EQ(Refusal(R"({"access_key_id": "A", "secret_access_key": "s", "admni": true})"),
            "keys:1: admni: must be access_key_id or secret_access_key, both strings, or admin, "
            "true or false");
  EXPECT_EQ(Refusal("{\"access_key_id\": \"A\", \"secret_access_key\": \"s\"}\n"
                    "{\"access_key_id\": \"A\", \"secret_access_key\": \"t\"}"),
            "keys:2: the same access_key_id was given before");
  EXPECT_EQ(Refusal("# nobody\n"), "keys: has no credentials");
}

TEST(CredentialsFileTest, AFileThatIsNotThereIsAnError) {
  EXPECT_EQ(ReadCredentialsFile("/no/such/file").error().message, "/no/such/file: cannot be read");
}

}  // namespace
}  // namespace trestle
