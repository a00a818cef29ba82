#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace trestle {
namespace {

Result<int> Half(int value) {
  if (value % 2 != 0) return Fail(ErrorCode::kValidation, "odd");
  return value / 2;
}

Result<int> Quarter(int value) {
  TRESTLE_TRY(const int half, Half(value));
  TRESTLE_TRY(const int quarter, Half(half));
  return quarter;
}

Status MustBeEven(int value) {
  TRESTLE_RETURN_IF_ERROR(Half(value));
  return {};
}

TEST(ResultTest, TryBindsTheValue) { EXPECT_EQ(*Quarter(8), 2); }

TEST(ResultTest, TryReturnsTheFirstErrorUnchanged) {
  const Result<int> result = Quarter(6);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kValidation);
  EXPECT_EQ(result.error().message, "odd");
}

TEST(ResultTest, ReturnIfErrorPassesOnlyErrorsOn) {
  EXPECT_TRUE(MustBeEven(2));
  EXPECT_EQ(MustBeEven(3).error().message, "odd");
}

TEST(ResultTest, TryMovesValuesThatCannotBeCopied) {
  const auto make = []() -> Result<std::unique_ptr<int>> { return std::make_unique<int>(7); };
  const auto use = [&]() -> Result<int> {
    TRESTLE_TRY(const std::unique_ptr<int> made, make());
    return *made;
  };
  EXPECT_EQ(*use(), 7);
}

TEST(ResultTest, AnErrorKeepsItsDetailThroughTry) {
  struct Reason : ErrorDetail {
    int number = 41;
  };
  const auto fail = []() -> Result<int> {
    Error error{.code = ErrorCode::kTransactionCanceled, .message = "no", .detail = nullptr};
    error.detail = std::make_shared<Reason>();
    return tl::unexpected(std::move(error));
  };
  const auto pass = [&]() -> Result<int> {
    TRESTLE_TRY(const int value, fail());
    return value;
  };
  const Result<int> result = pass();
  ASSERT_FALSE(result);
  const auto* reason = dynamic_cast<const Reason*>(result.error().detail.get());
  ASSERT_NE(reason, nullptr);
  EXPECT_EQ(reason->number, 41);
}

}  // namespace
}  // namespace trestle
