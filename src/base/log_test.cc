#include "base/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trestle {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;

TEST(LogTest, WritesOneLineWithItsLevelToStandardError) {
  testing::internal::CaptureStderr();
  LogWarning("disk is nearly full");
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              AllOf(HasSubstr(" warning "), EndsWith("disk is nearly full\n")));
}

TEST(LogTest, TakesBracesInAMessageLiterally) {
  testing::internal::CaptureStderr();
  LogError("bad path {id}");
  EXPECT_THAT(testing::internal::GetCapturedStderr(), EndsWith("bad path {id}\n"));
}

}  // namespace
}  // namespace trestle
