#include "load/summary.h"

#include <algorithm>

namespace trestle::load {

double MedianOf(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

Tally TallyOf(const RoundResult& round, Row row) {
  return row ? (*round.tallies)[static_cast<std::size_t>(*row)] : TotalOf(*round.tallies);
}

Tally TallyOf(const EndpointResult& endpoint, Row row) {
  Tally sum;
  for (const RoundResult& round : endpoint.rounds) sum.Add(TallyOf(round, row));
  return sum;
}

Summary Summarise(const Tally& tally, double seconds) {
  const auto percentile = [&tally](double share) {
    return static_cast<double>(tally.latency.Percentile(share).count());
  };
  return {.requests_per_second = static_cast<double>(tally.succeeded()) / seconds,
          .mean = static_cast<double>(tally.latency.Mean().count()),
          .p50 = percentile(0.5),
          .p90 = percentile(0.9),
          .p99 = percentile(0.99),
          .p999 = percentile(0.999),
          .max = static_cast<double>(tally.latency.Max().count())};
}

Summary MedianSummary(const EndpointResult& endpoint, Row row) {
  std::vector<Summary> rounds;
  for (const RoundResult& round : endpoint.rounds) {
    rounds.push_back(Summarise(TallyOf(round, row), round.seconds));
  }
  Summary median;
  for (double Summary::*figure : {&Summary::requests_per_second, &Summary::mean, &Summary::p50,
                                  &Summary::p90, &Summary::p99, &Summary::p999}) {
    std::vector<double> values;
    values.reserve(rounds.size());
    for (const Summary& round : rounds) values.push_back(round.*figure);
    median.*figure = MedianOf(std::move(values));
  }
  for (const Summary& round : rounds) median.max = std::max(median.max, round.max);
  return median;
}

double MedianRatio(const EndpointResult& endpoint, const EndpointResult& base, Row row,
                   double Summary::*figure) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(endpoint.rounds.size(), base.rounds.size()); ++i) {
    const RoundResult& ours = endpoint.rounds[i];
    const RoundResult& theirs = base.rounds[i];
    const double divisor = Summarise(TallyOf(theirs, row), theirs.seconds).*figure;
    if (divisor > 0) {
      ratios.push_back(Summarise(TallyOf(ours, row), ours.seconds).*figure / divisor);
    }
  }
  return MedianOf(std::move(ratios));
}

std::vector<Workload> SentWorkloads(const BenchResult& result) {
  std::vector<Workload> sent;
  for (std::size_t i = 0; i < kWorkloadCount; ++i) {
    const auto workload = static_cast<Workload>(i);
    const bool any = std::any_of(result.endpoints.begin(), result.endpoints.end(),
                                 [workload](const EndpointResult& endpoint) {
                                   const Tally tally = TallyOf(endpoint, workload);
                                   return tally.succeeded() + tally.failed() > 0;
                                 });
    if (any) sent.push_back(workload);
  }
  return sent;
}

}  // namespace trestle::load
