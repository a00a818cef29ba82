#pragma once

#include <string>

#include "load/system_bench.h"

namespace trestle::load {

// What people read: a table of the requests, a chart of latencies, errors.
std::string SystemTextReport(const SystemBenchOptions& options, const SystemBenchResult& result);
// The same as one JSON document.
std::string SystemJsonReport(const SystemBenchOptions& options, const SystemBenchResult& result);

}  // namespace trestle::load
