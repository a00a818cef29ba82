#include "auth/keyring.h"

#include <gtest/gtest.h>

#include <array>

namespace trestle {
namespace {

using std::chrono::minutes;

constexpr TimePoint kNow{std::chrono::seconds(1'794'766'800)};  // 2026-11-15T18:20:00Z

class KeyringTest : public ::testing::Test {
 protected:
  // Signs a request as a client at `clock` would, and verifies it; what the answer's error says.
  std::string Refusal(TimePoint signed_at, std::string_view access = "AKID",
                      std::string_view secret = "secret", std::string_view body_sent = "{}") {
    const std::string timestamp = SigningTimestamp(signed_at);
    const std::array<SignedHeader, 3> signed_headers = {
        SignedHeader{"host", "localhost:8000"}, SignedHeader{"x-amz-date", timestamp},
        SignedHeader{"x-amz-target", "DynamoDB_20120810.ListTables"}};
    std::string payload_hash;
    AppendHex(Sha256("{}"), payload_hash);
    Signer signer({.access_key = std::string(access), .secret_key = std::string(secret)},
                  "us-east-1", "dynamodb");
    std::string header;
    signer.AppendAuthorization(
        {.method = "POST", .headers = signed_headers, .payload_hash = payload_hash}, timestamp,
        header);

    const std::array<SignedHeader, 4> sent = {
        SignedHeader{"Host", "localhost:8000"}, SignedHeader{"X-Amz-Date", timestamp},
        SignedHeader{"X-Amz-Target", "DynamoDB_20120810.ListTables"},
        SignedHeader{"Authorization", header}};
    const Result<Authorization> authorization =
        ParseAuthorization({.authorization = header, .has_date = true, .query = ""});
    const Result<const KnownKey*> verified = verifier_.Verify(
        *authorization,
        {.method = "POST", .path = "/", .query = "", .headers = sent, .body = body_sent});
    if (!verified) return verified.error().message;
    admin_ = (*verified)->admin;
    return {};
  }

  ManualClock clock_{kNow};
  SignatureVerifier verifier_{{{"AKID", {.secret_key = "secret", .admin = false}},
                               {"ROOT", {.secret_key = "other", .admin = true}}},
                              clock_};
  bool admin_ = false;
};

TEST_F(KeyringTest, KnowsWhoSigned) {
  EXPECT_EQ(Refusal(kNow), "");
  EXPECT_FALSE(admin_);
  EXPECT_EQ(Refusal(kNow, "ROOT", "other"), "");
  EXPECT_TRUE(admin_);
}

TEST_F(KeyringTest, RefusesAKeyThatItDoesNotKnow) {
  EXPECT_EQ(Refusal(kNow, "NOBODY"), "The security token included in the request is invalid.");
}

TEST_F(KeyringTest, RefusesAnotherSecretAndAnotherBody) {
  const std::string text =
      "The request signature we calculated does not match the signature you provided. Check your "
      "AWS Secret Access Key and signing method. Consult the service documentation for details.";
  EXPECT_EQ(Refusal(kNow, "AKID", "wrong"), text);
  EXPECT_EQ(Refusal(kNow, "AKID", "secret", "{ }"), text);
}

TEST_F(KeyringTest, ASignatureLastsFifteenMinutes) {
  EXPECT_EQ(Refusal(kNow - minutes(15)), "");
  EXPECT_EQ(Refusal(kNow + minutes(15)), "");
  EXPECT_EQ(Refusal(kNow - minutes(16)),
            "Signature expired: 20261115T180400Z is now earlier than 20261115T180500Z "
            "(20261115T182000Z - 15 min.)");
  EXPECT_EQ(Refusal(kNow + minutes(16)),
            "Signature not yet current: 20261115T183600Z is still later than 20261115T183500Z "
            "(20261115T182000Z + 15 min.)");
}

}  // namespace
}  // namespace trestle
