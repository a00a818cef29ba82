#include "value/base64.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace trestle {
namespace {

std::string ErrorOf(std::string_view text) {
  const Result<std::string> result = DecodeBase64(text);
  return result ? "no error" : result.error().message;
}

TEST(Base64Test, EncodesTheExamplesOfRfc4648) {
  EXPECT_EQ(EncodeBase64(""), "");
  EXPECT_EQ(EncodeBase64("f"), "Zg==");
  EXPECT_EQ(EncodeBase64("fo"), "Zm8=");
  EXPECT_EQ(EncodeBase64("foo"), "Zm9v");
  EXPECT_EQ(EncodeBase64("foob"), "Zm9vYg==");
  EXPECT_EQ(EncodeBase64("\xFB\xFF\xFE"), "+//+");
}

TEST(Base64Test, AppendsAfterWhatIsThere) {
  std::string out = "data:";
  AppendBase64("foobar", out);
  EXPECT_EQ(out, "data:Zm9vYmFy");
}

TEST(Base64Test, RefusesLengthsThatAreNotAMultipleOfFour) {
  EXPECT_EQ(ErrorOf("Zg="), "Base64 encoded length is expected a multiple of 4 bytes but found: 3");
  EXPECT_EQ(ErrorOf("Z"), "Base64 encoded length is expected a multiple of 4 bytes but found: 1");
}

TEST(Base64Test, RefusesForeignCharacters) {
  for (const char* text :
       {"Zm9 ", "Zm-_", "Zm9v\n...", "====", "Z===", "Zg==Zg==", "=Zg=", "\xC3\xA9zz"}) {
    EXPECT_TRUE(ErrorOf(text).starts_with("Invalid Base64 character: '")) << text;
  }
}

TEST(Base64Test, RefusesBitsThatNoByteTakes) {
  EXPECT_EQ(ErrorOf("Zh=="), "Invalid last non-pad Base64 character dectected");
  EXPECT_EQ(ErrorOf("Zm9="), "Invalid last non-pad Base64 character dectected");
}

RC_GTEST_PROP(Base64Test, DecodesWhatItEncodes, (const std::string& raw)) {
  const std::string text = EncodeBase64(raw);
  RC_ASSERT(text.size() == Base64Size(raw.size()));
  const Result<std::string> again = DecodeBase64(text);
  RC_ASSERT(again.has_value());
  RC_ASSERT(*again == raw);
}

}  // namespace
}  // namespace trestle
