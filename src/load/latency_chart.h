#pragma once

#include <string>

#include "load/histogram.h"

namespace trestle::load {

// A bar for each range of latencies, the ranges growing as latencies do; empty if nothing was
// recorded.
std::string LatencyChart(const Histogram& histogram);

}  // namespace trestle::load
