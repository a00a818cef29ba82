#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "cli/database_options.h"
#include "cli/interruption.h"
#include "cli/progress.h"
#include "cli/run_state.h"
#include "cli/segments.h"
#include "transfer/compression.h"
#include "transfer/data_files.h"
#include "transfer/item_reader.h"

namespace trestle {

struct ExportOptions {
  std::string table;
  std::string folder;
  DataFormat format = DataFormat::kDynamoDbJson;
  Compression compression = Compression::kGzip;
  std::size_t segments = 4;
  std::size_t file_bytes = 16 << 20;  // compressed; about
  std::int64_t file_items = 0;        // at most about so many in a file; 0: any number
  std::vector<std::string> columns;   // of CSV; empty: all that the items have
};

struct ExportResult {
  std::int64_t items = 0;
  std::vector<DataFile> files;
};

// Scans a table, several segments at a time, into files. What is in a file and what the state says
// of it are the same whenever the process stops: a file is put whole, then told of; one that is
// there and not told of is written again under the same name.
class Exporter {
 public:
  // All of them outlive the exporter.
  Exporter(OpenedDatabase& source, const ExportOptions& options, const Interruption& interruption,
           Progress& progress);

  Result<ExportResult> Run();

 private:
  Status PrepareFolder();
  Status LoadState(const TableDescription& table) TRESTLE_EXCLUDES(mutex_);
  Status FindColumns() TRESTLE_EXCLUDES(mutex_);
  Status RunSegment(std::size_t segment, const std::atomic<bool>& stop) TRESTLE_EXCLUDES(mutex_);
  Result<PageResponse> ReadPage(std::size_t segment, const std::optional<Item>& last_key);
  Status AppendLine(EncodedItemView item, std::string& out) const;
  Status PutPart(std::size_t segment, const SegmentPosition& position, const std::string& bytes,
                 std::int64_t items) TRESTLE_EXCLUDES(mutex_);
  Status WriteState() TRESTLE_REQUIRES(mutex_);
  Status RemoveStrayFiles() TRESTLE_EXCLUDES(mutex_);
  std::string PathOf(const std::string& name) const;
  std::string Suffix() const;

  OpenedDatabase& source_;
  const ExportOptions options_;
  const Interruption& interruption_;
  Progress& progress_;
  const RunState state_file_;
  std::string table_identity_;
  std::vector<std::string> columns_;  // of CSV; set before the segments begin
  Mutex mutex_;
  std::vector<SegmentPosition> positions_ TRESTLE_GUARDED_BY(mutex_);
  std::vector<DataFile> files_ TRESTLE_GUARDED_BY(mutex_);
};

}  // namespace trestle
