#include "value/utf16.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

TEST(Utf16Test, CountsUnitsNotBytesOrCharacters) {
  EXPECT_EQ(Utf16Length(""), 0U);
  EXPECT_EQ(Utf16Length("abc"), 3U);
  EXPECT_EQ(Utf16Length("h\xC3\xA9"), 2U);          // e with acute: two bytes, one unit
  EXPECT_EQ(Utf16Length("\xE2\x82\xAC"), 1U);       // euro sign: three bytes, one unit
  EXPECT_EQ(Utf16Length("a\xF0\x9F\x98\x80"), 3U);  // an emoji: four bytes, a surrogate pair
}

}  // namespace
}  // namespace trestle
