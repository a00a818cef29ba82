#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "load/progress_line.h"
#include "load/run.h"
#include "load/script.h"
#include "load/script_traffic.h"
#include "load/target.h"

namespace trestle::load {

struct SystemBenchOptions {
  Endpoint endpoint;
  std::string system;
  Script script;
  RunOptions run;
  std::size_t threads = 1;
  std::uint64_t seed = 1;
};

struct SystemBenchResult {
  RunFigures figures;
  std::vector<ScriptTally> tallies;  // of each request of the script
  bool interrupted = false;

  ScriptTally Total() const;
};

// Prepares what the script needs at a server that serves the system, then sends its requests over
// the system's REST interface. `stop` may be set at any time.
Result<SystemBenchResult> RunSystemBench(SystemBenchOptions options, const Clock& clock,
                                         ProgressLine& progress, const std::atomic<bool>& stop);

}  // namespace trestle::load
