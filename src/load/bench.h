#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "client/endpoint.h"
#include "load/progress_line.h"
#include "load/round.h"

namespace trestle::load {

struct BenchOptions {
  std::vector<Endpoint> endpoints;  // what the others are compared with comes first
  std::string table;                // empty: a name that nobody has
  Caller caller;
  RoundOptions round;
  std::uint64_t rounds = 1;
  bool keep_table = false;
};

struct EndpointResult {
  std::string url;
  std::string table;
  std::vector<RoundResult> rounds;
};

struct BenchResult {
  std::vector<EndpointResult> endpoints;
  bool interrupted = false;  // the last round is shorter, or rounds are missing
};

// Checks what the options say together.
Status CheckOptions(const BenchOptions& options);

// Makes a table at every endpoint, fills them, loads the endpoints in turn, round by round, and
// deletes the tables, however it ends. `stop` may be set at any time.
Result<BenchResult> RunBench(const BenchOptions& options, const Clock& clock,
                             ProgressLine& progress, const std::atomic<bool>& stop);

// "A", "B", ...: how a comparison calls its endpoints.
std::string LetterOf(std::size_t endpoint);

}  // namespace trestle::load
