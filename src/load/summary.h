#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "load/bench.h"
#include "load/mix.h"
#include "load/tally.h"

namespace trestle::load {

// A kind of request, or all of them together.
using Row = std::optional<Workload>;

// The figures of one round, or the medians of several, of which max is the largest.
struct Summary {
  double requests_per_second = 0;  // answered with 200
  double mean = 0;                 // latencies in nanoseconds
  double p50 = 0;
  double p90 = 0;
  double p99 = 0;
  double p999 = 0;
  double max = 0;
};

double MedianOf(std::vector<double> values);  // 0 if there are none
Tally TallyOf(const RoundResult& round, Row row);
Tally TallyOf(const EndpointResult& endpoint, Row row);  // of all rounds
Summary Summarise(const Tally& tally, double seconds);
Summary MedianSummary(const EndpointResult& endpoint, Row row);

// A figure of each round of `endpoint` over that of `base` in the same round, and of these the
// median: what disturbs a round disturbs both. 0 if no round has both.
double MedianRatio(const EndpointResult& endpoint, const EndpointResult& base, Row row,
                   double Summary::*figure);

// The kinds that were sent at all, in the order of the enumeration.
std::vector<Workload> SentWorkloads(const BenchResult& result);

}  // namespace trestle::load
