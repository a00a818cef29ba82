#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/result.h"
#include "cdc/lake_feed.h"
#include "cli/interruption.h"
#include "cli/progress.h"

namespace trestle {

struct LakeRunOptions {
  bool once = false;  // ends when it has caught up
  bool compact = false;
  std::chrono::milliseconds flush_age{60'000};
  std::size_t flush_bytes = 16 << 20;  // packed
};

// Drives a feed: reads, waits, and stores what was read when it is enough or old enough, until it
// has caught up or an end is asked for. What was read by then is stored.
class LakeRun {
 public:
  // All of them outlive the run.
  LakeRun(LakeFeed& feed, Lake& lake, const LakeRunOptions& options,
          const Interruption& interruption, Progress& progress);

  // An error with the code kServiceUnavailable where a run that was to catch up was interrupted.
  Status Run();
  std::int64_t changes() const { return changes_; }

 private:
  Status TakeSnapshot();
  Status Follow();
  Status Store();
  void Tell();

  LakeFeed& feed_;
  Lake& lake_;
  const LakeRunOptions options_;
  const Interruption& interruption_;
  Progress& progress_;
  std::chrono::steady_clock::time_point stored_;
  std::int64_t changes_ = 0;
};

}  // namespace trestle
