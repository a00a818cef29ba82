#include "auth/signing.h"

#include <gtest/gtest.h>

#include <vector>

namespace trestle {
namespace {

constexpr std::string_view kNoPayload =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

std::string SignatureOf(Signer& signer, const RequestToSign& request, std::string_view timestamp) {
  std::string authorization;
  signer.AppendAuthorization(request, timestamp, authorization);
  return authorization.substr(authorization.size() - 64);
}

// The requests of AWS's published test suite, all of one moment, with these credentials.
class SigningSuiteTest : public testing::Test {
 protected:
  std::string Signature(std::string_view method, std::string_view path, std::string_view query,
                        std::vector<SignedHeader> more = {}) {
    std::vector<SignedHeader> headers = {{"host", "example.amazonaws.com"}};
    headers.insert(headers.end(), more.begin(), more.end());
    headers.push_back({"x-amz-date", kTimestamp});
    return SignatureOf(signer_,
                       {.method = method,
                        .path = path,
                        .query = query,
                        .headers = headers,
                        .payload_hash = kNoPayload},
                       kTimestamp);
  }

  static constexpr std::string_view kTimestamp = "20150830T123600Z";
  Signer signer_{
      {"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", ""}, "us-east-1", "service"};
};

TEST_F(SigningSuiteTest, SignsPlainRequests) {
  EXPECT_EQ(Signature("GET", "/", ""),
            "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
  EXPECT_EQ(Signature("POST", "/", ""),
            "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b");
}

TEST_F(SigningSuiteTest, SortsQueryParameters) {
  EXPECT_EQ(Signature("GET", "/", "Param2=value2&Param1=value1"),
            "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500");
}

TEST_F(SigningSuiteTest, TrimsHeaderValues) {
  EXPECT_EQ(
      Signature("GET", "/", "", {{"my-header1", " value1"}, {"my-header2", " \"a   b   c\""}}),
      "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736");
}

TEST_F(SigningSuiteTest, EncodesPathsOnceMore) {
  EXPECT_EQ(Signature("GET", "/\xe1\x88\xb4", ""),
            "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85");
}

TEST_F(SigningSuiteTest, NormalisesPaths) {
  const std::string root = Signature("GET", "/", "");
  for (const std::string_view path : {"//", "/./", "/example/..", "/example1/example2/../.."}) {
    EXPECT_EQ(Signature("GET", path, ""), root) << path;
  }
}

TEST_F(SigningSuiteTest, LeavesThePresignedSignatureOut) {
  EXPECT_EQ(Signature("GET", "/", "Param2=value2&X-Amz-Signature=ff&Param1=value1"),
            Signature("GET", "/", "Param2=value2&Param1=value1"));
}

// AWS's documented example: GET iam ListUsers.
TEST(SigningTest, SignsTheDocumentedExample) {
  Signer signer({"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", ""}, "us-east-1",
                "iam");
  const std::vector<SignedHeader> headers = {
      {"content-type", "application/x-www-form-urlencoded; charset=utf-8"},
      {"host", "iam.amazonaws.com"},
      {"x-amz-date", "20150830T123600Z"}};
  const RequestToSign request = {.method = "GET",
                                 .query = "Action=ListUsers&Version=2010-05-08",
                                 .headers = headers,
                                 .payload_hash = kNoPayload};
  std::string canonical;
  AppendCanonicalRequest(request, canonical);
  EXPECT_EQ(Hex(Sha256(canonical)),
            "f536975d06c0309214f805bb90ccff089219ecd68b2577efef23edd43b7e1a59");
  std::string authorization;
  signer.AppendAuthorization(request, "20150830T123600Z", authorization);
  EXPECT_EQ(authorization,
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, "
            "SignedHeaders=content-type;host;x-amz-date, "
            "Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7");
}

TEST(SigningTest, DerivesTheDocumentedKey) {
  EXPECT_EQ(Hex(DeriveSigningKey("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
                                 {.date = "20150830", .region = "us-east-1", .service = "iam"})),
            "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9");
}

TEST(SigningTest, TakesANewKeyForANewDay) {
  Signer used({"AKID", "secret", ""}, "us-east-1", "dynamodb");
  Signer fresh({"AKID", "secret", ""}, "us-east-1", "dynamodb");
  const RequestToSign request = {.method = "POST", .payload_hash = kNoPayload};
  SignatureOf(used, request, "20261115T235959Z");
  EXPECT_EQ(SignatureOf(used, request, "20261116T000000Z"),
            SignatureOf(fresh, request, "20261116T000000Z"));
}

TEST(SigningTest, WritesTimestamps) {
  EXPECT_EQ(SigningTimestamp(TimePoint(std::chrono::seconds(1440938160))), "20150830T123600Z");
  EXPECT_EQ(SigningTimestamp(TimePoint(std::chrono::microseconds(999'999))), "19700101T000000Z");
}

}  // namespace
}  // namespace trestle
