#pragma once

#include <string>

#include "load/bench.h"

namespace trestle::load {

// One JSON document for programs; docs/benchmarking.md describes its members.
std::string JsonReport(const BenchOptions& options, const BenchResult& result);

}  // namespace trestle::load
