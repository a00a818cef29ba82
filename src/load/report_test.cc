#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "load/json_report.h"
#include "load/latency_chart.h"
#include "load/progress_line.h"
#include "load/text_report.h"

namespace trestle::load {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;
using testing::Not;

BenchOptions Options() {
  return {
      .endpoints = {},
      .round = {.mix = *Mix::Parse("get=1,put=1"), .warm_up = seconds(2), .duration = seconds(10)}};
}

EndpointResult Endpoint(int gets) {
  EndpointResult endpoint = {.url = "http://127.0.0.1:8000", .table = "t", .rounds = {}};
  RoundResult round;
  round.seconds = 10;
  round.per_second = {1, 2};
  for (int i = 0; i < gets; ++i) (*round.tallies)[0].latency.Record(milliseconds(2));
  (*round.tallies)[6].errors["Throttling\"Exception"] = 3;
  endpoint.rounds.push_back(std::move(round));
  return endpoint;
}

BenchResult ResultOf(const std::vector<int>& gets) {
  BenchResult result;
  for (const int count : gets) result.endpoints.push_back(Endpoint(count));
  return result;
}

TEST(TextReportTest, ShowsFiguresErrorsAndTheChart) {
  const std::string text = TextReport(Options(), ResultOf({50'000}));
  EXPECT_THAT(text, HasSubstr("5,000   2.00 ms"));
  EXPECT_THAT(text, HasSubstr("3 x put: Throttling"));
  EXPECT_THAT(text, HasSubstr("< 3 ms   ████"));
  EXPECT_THAT(text, Not(HasSubstr("to A")));
  EXPECT_THAT(text, Not(HasSubstr("interrupted")));
}

TEST(TextReportTest, ShowsRatiosOfAComparison) {
  const std::string text = TextReport(Options(), ResultOf({50'000, 25'000}));
  EXPECT_THAT(text, HasSubstr("rate to A"));
  EXPECT_THAT(text, HasSubstr("0.50x"));
}

TEST(TextReportTest, WarnsOfFiguresThatMeanLess) {
  BenchResult result = ResultOf({100});
  result.interrupted = true;
  result.endpoints[0].rounds[0].unsent = 1234;
  result.endpoints[0].rounds[0].generator_seconds = 9.9;
  const std::string text = TextReport(Options(), result);
  EXPECT_THAT(text, HasSubstr("interrupted"));
  EXPECT_THAT(text, HasSubstr("1,234 requests due could not be sent"));
  EXPECT_THAT(text, HasSubstr("generator itself is at its limit"));
}

TEST(JsonReportTest, HoldsTheFigures) {
  const std::string json = JsonReport(Options(), ResultOf({50'000, 25'000}));
  EXPECT_THAT(json, HasSubstr(R"("mix": "get=1,put=1")"));
  EXPECT_THAT(json, HasSubstr(R"("rate": null)"));
  EXPECT_THAT(json, HasSubstr(R"("requests": 50000, "error_count": 0, "errors": {})"));
  EXPECT_THAT(json, HasSubstr(R"("errors": {"Throttling\"Exception": 3})"));
  EXPECT_THAT(json, HasSubstr(R"("ratio": {"total": {"requests_per_second": 0.5)"));
  EXPECT_THAT(json, HasSubstr(R"("requests_each_second": [1, 2])"));
}

TEST(LatencyChartTest, CountsEverythingOnce) {
  Histogram histogram;
  for (int i = 0; i < 3; ++i) histogram.Record(milliseconds(2));
  histogram.Record(milliseconds(40));
  const std::string chart = LatencyChart(histogram);
  EXPECT_THAT(chart, HasSubstr("75.00 %"));
  EXPECT_THAT(chart, HasSubstr("25.00 %"));
  EXPECT_EQ(LatencyChart(Histogram()), "");
}

TEST(ProgressLineTest, SaysHowFarItIs) {
  EXPECT_EQ(LoadingText("loading ", 5000, 10'000),
            "loading ▕████████████            ▏ 5,000 of 10,000 items");
  EXPECT_THAT(RoundText("measuring ", {.elapsed = milliseconds(5003),
                                       .duration = seconds(10),
                                       .requests_per_second = 48'210,
                                       .mean_latency = std::chrono::microseconds(1320),
                                       .failed = 2}),
              HasSubstr("▏ 5 s of 10 s   48,210 requests/s   mean 1.32 ms   2 errors"));
}

}  // namespace
}  // namespace trestle::load
