#include "load/summary.h"

#include <gtest/gtest.h>

namespace trestle::load {
namespace {

using std::chrono::milliseconds;

// A second of `requests` gets, each of which took `latency`.
RoundResult RoundOf(int requests, Nanoseconds latency) {
  RoundResult round;
  round.seconds = 1;
  Tally& tally = (*round.tallies)[static_cast<std::size_t>(Workload::kGet)];
  for (int i = 0; i < requests; ++i) tally.latency.Record(latency);
  return round;
}

EndpointResult EndpointOf(const std::vector<int>& requests, Nanoseconds latency = milliseconds(1)) {
  EndpointResult endpoint;
  for (const int count : requests) endpoint.rounds.push_back(RoundOf(count, latency));
  return endpoint;
}

TEST(SummaryTest, TakesTheMedian) {
  EXPECT_EQ(MedianOf({}), 0);
  EXPECT_EQ(MedianOf({3, 1, 2}), 2);
  EXPECT_EQ(MedianOf({4, 1, 2, 3}), 2.5);
}

TEST(SummaryTest, SummarisesRounds) {
  const EndpointResult endpoint = EndpointOf({100, 300, 200});
  const Summary get = MedianSummary(endpoint, Workload::kGet);
  EXPECT_EQ(get.requests_per_second, 200);
  EXPECT_EQ(get.max, 1e6);
  EXPECT_EQ(MedianSummary(endpoint, std::nullopt).requests_per_second, 200);
  EXPECT_EQ(MedianSummary(endpoint, Workload::kPut).requests_per_second, 0);
}

TEST(SummaryTest, KeepsTheLargestMaximum) {
  EndpointResult endpoint = EndpointOf({10, 10});
  endpoint.rounds.push_back(RoundOf(10, milliseconds(7)));
  EXPECT_EQ(MedianSummary(endpoint, Workload::kGet).max, 7e6);
  EXPECT_LT(MedianSummary(endpoint, Workload::kGet).p99, 2e6);
}

TEST(SummaryTest, PairsRatiosByRound) {
  // The medians are 200 and 200; in every round but one the second endpoint was half as fast.
  const EndpointResult base = EndpointOf({100, 200, 400});
  const EndpointResult other = EndpointOf({50, 300, 200});
  EXPECT_EQ(MedianRatio(other, base, Workload::kGet, &Summary::requests_per_second), 0.5);
}

TEST(SummaryTest, LeavesRoundsOutThatOneEndpointMissed) {
  const EndpointResult base = EndpointOf({100, 100, 100});
  const EndpointResult interrupted = EndpointOf({200});
  EXPECT_EQ(MedianRatio(interrupted, base, std::nullopt, &Summary::requests_per_second), 2);
  EXPECT_EQ(MedianRatio(base, EndpointOf({}), std::nullopt, &Summary::p50), 0);
}

TEST(SummaryTest, ListsWhatWasSent) {
  BenchResult result;
  result.endpoints.push_back(EndpointOf({1}));
  EXPECT_EQ(SentWorkloads(result), std::vector<Workload>{Workload::kGet});
}

}  // namespace
}  // namespace trestle::load
