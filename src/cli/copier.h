#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "cli/database_options.h"
#include "cli/interruption.h"
#include "cli/progress.h"
#include "cli/run_state.h"
#include "cli/segments.h"
#include "cli/table_writer.h"

namespace trestle {

struct CopyOptions {
  std::string source_table;
  std::string target_table;
  std::size_t segments = 4;
  std::string state;  // the file that remembers; empty: one in the current folder
};

// Scans a table, several segments at a time, and puts its items into another, which is made if it
// is not there. The state of a segment moves on when a page of it is in the target.
class Copier {
 public:
  // All of them outlive the copier.
  Copier(OpenedDatabase& source, OpenedDatabase& target, const CopyOptions& options,
         const Interruption& interruption, Progress& progress);

  // How many items it has copied, with those of earlier runs.
  Result<std::int64_t> Run();

 private:
  Status PrepareTarget(const TableDescription& source);
  Status LoadState() TRESTLE_EXCLUDES(mutex_);
  Status RunSegment(std::size_t segment, const std::atomic<bool>& stop) TRESTLE_EXCLUDES(mutex_);
  Result<std::vector<ItemToPut>> ItemsOf(const PageResponse& page) const;

  OpenedDatabase& source_;
  OpenedDatabase& target_;
  const CopyOptions options_;
  const Interruption& interruption_;
  Progress& progress_;
  const RunState state_file_;
  TableWriter writer_;
  TablePtr source_table_;
  TablePtr target_table_;
  Mutex mutex_;
  std::vector<SegmentPosition> positions_ TRESTLE_GUARDED_BY(mutex_);
};

}  // namespace trestle
