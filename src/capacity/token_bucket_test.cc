#include "capacity/token_bucket.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr TimePoint kStart{seconds(1'800'000'000)};

int TakenOneByOne(TokenBucket& bucket, TimePoint now) {
  int taken = 0;
  for (; bucket.HasSome(now); ++taken) bucket.Take(1, now);
  return taken;
}

TEST(TokenBucketTest, StartsWithAllThatItKeeps) {
  TokenBucket bucket({.per_second = 5, .seconds_kept = 300}, kStart);
  EXPECT_EQ(TakenOneByOne(bucket, kStart), 1500);
}

TEST(TokenBucketTest, FillsAtItsRate) {
  TokenBucket bucket({.per_second = 5, .seconds_kept = 300}, kStart);
  TakenOneByOne(bucket, kStart);
  EXPECT_EQ(TakenOneByOne(bucket, kStart + milliseconds(199)), 1);  // a fraction lets one in
  EXPECT_EQ(TakenOneByOne(bucket, kStart + seconds(10)), 49);
}

TEST(TokenBucketTest, KeepsNoMoreThanItsSeconds) {
  TokenBucket bucket({.per_second = 5, .seconds_kept = 300}, kStart);
  TakenOneByOne(bucket, kStart);
  EXPECT_EQ(TakenOneByOne(bucket, kStart + seconds(300)), 1500);
  EXPECT_EQ(TakenOneByOne(bucket, kStart + seconds(10'000)), 1500);
}

TEST(TokenBucketTest, ADebtIsPaidBeforeAnythingIsLetIn) {
  TokenBucket bucket({.per_second = 10}, kStart);
  bucket.Take(30, kStart);  // 20 more than there were
  EXPECT_FALSE(bucket.HasSome(kStart + seconds(2)));
  EXPECT_TRUE(bucket.HasSome(kStart + milliseconds(2100)));
}

TEST(TokenBucketTest, AClockThatIsPutBackGivesNothing) {
  TokenBucket bucket({.per_second = 10}, kStart);
  bucket.Take(10, kStart);
  EXPECT_FALSE(bucket.HasSome(kStart - seconds(5)));
  EXPECT_FALSE(bucket.HasSome(kStart - seconds(5)));
  EXPECT_TRUE(bucket.HasSome(kStart - seconds(4)));
}

TEST(TokenBucketTest, NewTermsKeepWhatFitsAndFillAtTheNewRate) {
  TokenBucket bucket({.per_second = 100, .seconds_kept = 300}, kStart);
  bucket.Change({.per_second = 1, .seconds_kept = 300}, kStart);
  EXPECT_EQ(TakenOneByOne(bucket, kStart), 300);
  bucket.Change({.per_second = 50, .seconds_kept = 300}, kStart);
  EXPECT_FALSE(bucket.HasSome(kStart));
  EXPECT_EQ(TakenOneByOne(bucket, kStart + seconds(1)), 50);
}

}  // namespace
}  // namespace trestle
