#include "operation/next_token.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

const std::string kDigest(16, 'd');

TEST(NextTokenTest, CarriesThePosition) {
  SelectPosition position{.partition = 49, .after = Item()};
  position.after->Set("pk", AttributeValue::String("a"));
  const auto decoded = DecodeNextToken(kDigest, EncodeNextToken(kDigest, position));
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->partition, 49u);
  EXPECT_EQ(*decoded->after, *position.after);
}

TEST(NextTokenTest, APositionMayBeTheStartOfAPartition) {
  const auto decoded =
      DecodeNextToken(kDigest, EncodeNextToken(kDigest, {.partition = 3, .after = std::nullopt}));
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->partition, 3u);
  EXPECT_FALSE(decoded->after);
}

TEST(NextTokenTest, RefusesOtherDigestsAndOtherTexts) {
  const std::string token = EncodeNextToken(kDigest, {.partition = 1, .after = Item()});
  EXPECT_FALSE(DecodeNextToken(std::string(16, 'e'), token));
  EXPECT_FALSE(DecodeNextToken(kDigest, "not base64"));
  EXPECT_FALSE(DecodeNextToken(kDigest, ""));
  EXPECT_FALSE(DecodeNextToken(kDigest, token.substr(0, 20)));
}

}  // namespace
}  // namespace trestle
