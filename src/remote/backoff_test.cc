#include "remote/backoff.h"

#include <gtest/gtest.h>

#include <vector>

namespace trestle::remote {
namespace {

using std::chrono::milliseconds;

constexpr BackoffOptions kOptions{
    .attempts = 5, .first = milliseconds(10), .longest = milliseconds(30)};

TEST(BackoffTest, WaitsAtMostTwiceAsLongEachTimeUpToALimit) {
  std::vector<std::int64_t> ceilings;
  for (int attempt = 2; attempt <= 5; ++attempt) {
    ceilings.push_back(Backoff::Ceiling(kOptions, attempt).count());
  }
  EXPECT_EQ(ceilings, (std::vector<std::int64_t>{10, 20, 30, 30}));
}

TEST(BackoffTest, EndsAfterItsAttempts) {
  std::vector<milliseconds> waits;
  const Pause pause = [&](milliseconds time) {
    waits.push_back(time);
    return true;
  };
  Backoff backoff(kOptions, pause);
  while (backoff.Wait()) {
  }
  ASSERT_EQ(waits.size(), 4u);  // and five attempts
  for (std::size_t i = 0; i < waits.size(); ++i) {
    EXPECT_LE(waits[i], Backoff::Ceiling(kOptions, static_cast<int>(i) + 2));
  }
}

TEST(BackoffTest, EndsWhenNobodyWaits) {
  const Pause pause = [](milliseconds) { return false; };
  Backoff backoff(kOptions, pause);
  EXPECT_FALSE(backoff.Wait());
}

}  // namespace
}  // namespace trestle::remote
