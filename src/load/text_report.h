#pragma once

#include <string>

#include "load/bench.h"

namespace trestle::load {

// What people read: a table, a chart of latencies, errors, and what to know about the figures.
std::string TextReport(const BenchOptions& options, const BenchResult& result);

}  // namespace trestle::load
