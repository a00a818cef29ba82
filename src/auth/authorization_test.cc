#include "auth/authorization.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

constexpr std::string_view kHeader =
    "AWS4-HMAC-SHA256 Credential=AKID/20261115/eu-west-1/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date, "
    "Signature=abc";

Error ErrorOf(const SignedParts& parts) { return ParseAuthorization(parts).error(); }

TEST(AuthorizationTest, ReadsTheScopeOfTheCredential) {
  const auto parsed = ParseAuthorization({.authorization = kHeader, .has_date = true});
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->access_key, "AKID");
  EXPECT_EQ(parsed->date, "20261115");
  EXPECT_EQ(parsed->region, "eu-west-1");
  EXPECT_EQ(parsed->service, "dynamodb");
  EXPECT_EQ(parsed->signed_headers, "host;x-amz-date");
  EXPECT_EQ(parsed->signature, "abc");
}

TEST(AuthorizationTest, TakesPartsWithoutBlanksBetweenThem) {
  const auto parsed = ParseAuthorization(
      {.authorization =
           "AWS4-HMAC-SHA256 Credential=A/1/r/dynamodb/aws4_request,SignedHeaders=host,Signature=x",
       .has_date = true});
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->region, "r");
}

TEST(AuthorizationTest, NamesEveryMissingPartOfTheHeader) {
  const Error error = ErrorOf({.authorization = "AWS4-HMAC-SHA256"});
  EXPECT_EQ(error.code, ErrorCode::kIncompleteSignature);
  EXPECT_EQ(error.message,
            "Authorization header requires 'Credential' parameter. Authorization header requires "
            "'Signature' parameter. "
            "Authorization header requires 'SignedHeaders' parameter. Authorization header "
            "requires existence of either "
            "a 'X-Amz-Date' or a 'Date' header. Authorization=AWS4-HMAC-SHA256");
}

TEST(AuthorizationTest, NamesWhatIsNoPair) {
  EXPECT_EQ(ErrorOf({.authorization = "AWS4-HMAC-SHA256 abc", .has_date = true}).message,
            "'abc' not a valid key=value pair (missing equal-sign) in Authorization header: "
            "'AWS4-HMAC-SHA256 abc'.");
}

TEST(AuthorizationTest, WantsADate) {
  EXPECT_EQ(ErrorOf({.authorization = kHeader}).code, ErrorCode::kIncompleteSignature);
}

TEST(AuthorizationTest, WantsASignatureOfTheFourthVersion) {
  EXPECT_EQ(ErrorOf({}).message, "Request is missing Authentication Token");
  EXPECT_EQ(ErrorOf({.authorization = "Basic abc", .has_date = true}).code,
            ErrorCode::kMissingAuthenticationToken);
}

TEST(AuthorizationTest, RefusesTwoSignatures) {
  const Error error =
      ErrorOf({.authorization = kHeader, .has_date = true, .query = "X-Amz-Algorithm=a"});
  EXPECT_EQ(error.code, ErrorCode::kInvalidSignature);
}

TEST(AuthorizationTest, NamesEveryMissingPartOfTheQuery) {
  EXPECT_EQ(ErrorOf({.query = "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=1"}).message,
            "AWS query-string parameters must include 'X-Amz-Credential'. AWS query-string "
            "parameters must include "
            "'X-Amz-Signature'. AWS query-string parameters must include 'X-Amz-SignedHeaders'. "
            "Re-examine the "
            "query-string parameters.");
}

TEST(AuthorizationTest, ReadsAPresignedQuery) {
  const auto parsed = ParseAuthorization(
      {.query = "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKID%2F20261115%2Fus-west-2%"
                "2Fdynamodb%2Faws4_request"
                "&X-Amz-Date=20261115T000000Z&X-Amz-SignedHeaders=host&X-Amz-Signature=ff"});
  ASSERT_TRUE(parsed);
  EXPECT_TRUE(parsed->in_query);
  EXPECT_EQ(parsed->region, "us-west-2");
  EXPECT_EQ(parsed->service, "dynamodb");
}

}  // namespace
}  // namespace trestle
