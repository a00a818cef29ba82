#include "expression/syntax_cache.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

TEST(SyntaxCacheTest, StaysBounded) {
  SyntaxCache<int> cache;
  for (int i = 0; i < 10'000; ++i) cache.Insert(std::to_string(i), std::make_shared<const int>(i));
  EXPECT_LE(cache.size(), 2 * SyntaxCache<int>::kGeneration);
  EXPECT_EQ(*cache.Find("9999"), 9999);
  EXPECT_EQ(cache.Find("0"), nullptr);
}

TEST(SyntaxCacheTest, LongTextsCountForMore) {
  SyntaxCache<int> cache;
  const std::string padding(4000, ' ');
  for (int i = 0; i < 1000; ++i)
    cache.Insert(std::to_string(i) + padding, std::make_shared<const int>(i));
  EXPECT_LE(cache.size(), 2 * SyntaxCache<int>::kGenerationBytes / padding.size());
  EXPECT_NE(cache.Find("999" + padding), nullptr);
}

TEST(SyntaxCacheTest, KeepsWhatIsUsed) {
  SyntaxCache<int> cache;
  cache.Insert("hot", std::make_shared<const int>(1));
  for (int i = 0; i < 10'000; ++i) {
    cache.Insert(std::to_string(i), std::make_shared<const int>(i));
    ASSERT_NE(cache.Find("hot"), nullptr) << i;
  }
}

TEST(SyntaxCacheTest, ParsesATextOnce) {
  struct Parsed {};
  int parses = 0;
  const auto parse = [&]() -> Result<Parsed> {
    ++parses;
    return Parsed{};
  };
  const auto first = CachedSyntax<Parsed>("a = :b", parse);
  const auto second = CachedSyntax<Parsed>("a = :b", parse);
  EXPECT_EQ(parses, 1);
  EXPECT_EQ(*first, *second);
}

TEST(SyntaxCacheTest, DoesNotRememberErrors) {
  struct Unparsable {};
  int parses = 0;
  const auto parse = [&]() -> Result<Unparsable> {
    ++parses;
    return Fail(ErrorCode::kValidation, "no");
  };
  EXPECT_FALSE(CachedSyntax<Unparsable>("a", parse));
  EXPECT_FALSE(CachedSyntax<Unparsable>("a", parse));
  EXPECT_EQ(parses, 2);
}

}  // namespace
}  // namespace trestle
