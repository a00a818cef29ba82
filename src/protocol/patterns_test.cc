#include "protocol/patterns.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

TEST(PatternsTest, MatchTheWholeText) {
  EXPECT_TRUE(MatchesPattern(kNamePattern, "a-b_c.1"));
  EXPECT_FALSE(MatchesPattern(kNamePattern, "a b"));
  constexpr std::string_view kBucket = R"(^[a-z0-9A-Z]+[\.\-\w]*[a-z0-9A-Z]+$)";
  EXPECT_TRUE(MatchesPattern(kBucket, "My-bucket.1"));
  for (const std::string_view text : {"a", "-ab", "ab.", "arn:aws:s3:::b", "a/b", ""}) {
    EXPECT_FALSE(MatchesPattern(kBucket, text)) << text;
  }
  EXPECT_TRUE(MatchesPattern("[0-9]{12}", "123456789012"));
  EXPECT_FALSE(MatchesPattern("[0-9]{12}", "1234567890123"));
  EXPECT_TRUE(MatchesPattern(R"([,;:|\t ])", "\t"));
  EXPECT_FALSE(MatchesPattern(R"([,;:|\t ])", ";;"));
  EXPECT_FALSE(MatchesPattern(R"([\x20-\x21\x23-\x2B\x2D-\x7E]*)", "a,b"));
  EXPECT_TRUE(MatchesPattern(R"([\x20-\x21\x23-\x2B\x2D-\x7E]*)", "a b"));
  EXPECT_FALSE(MatchesPattern(R"(^[^\$]+$)", "a$"));
  EXPECT_TRUE(MatchesPattern("([0-9a-f]{16})+", "0123456789abcdef"));
  EXPECT_FALSE(MatchesPattern("([0-9a-f]{16})+", "0123456789abcde"));
  EXPECT_TRUE(MatchesPattern("", "anything"));
  EXPECT_TRUE(MatchesPattern("not here", "anything"));
}

}  // namespace
}  // namespace trestle
