#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "transfer/data_files.h"

// What tells of an export beside its data, and where all of it is.
namespace trestle {

enum class ExportView { kNewImage, kNewAndOldImages };

// Of an incremental export: what happened from the one time (inclusive) to the other (exclusive).
struct ExportPeriod {
  TimePoint from;
  TimePoint to;
  ExportView view = ExportView::kNewAndOldImages;
  friend bool operator==(const ExportPeriod&, const ExportPeriod&) = default;
};

// manifest-summary.json
struct ExportSummary {
  std::string export_arn;
  TimePoint start_time;
  TimePoint end_time;
  std::string table_arn;
  std::string table_id;
  std::optional<TimePoint> export_time;  // of a full export
  std::optional<ExportPeriod> period;    // of an incremental one
  std::string s3_bucket;
  std::optional<std::string> s3_prefix;
  std::string sse_algorithm = "AES256";
  std::optional<std::string> sse_key_id;
  std::string files_key;  // of the other manifest
  std::int64_t billed_bytes = 0;
  std::int64_t items = 0;
  friend bool operator==(const ExportSummary&, const ExportSummary&) = default;
};
std::string WriteSummary(const ExportSummary& summary);
Result<ExportSummary> ReadSummary(std::string_view text);

// manifest-files.json: a line for each file.
std::string WriteFiles(const std::vector<DataFile>& files);
Result<std::vector<DataFile>> ReadFiles(std::string_view text);

// What stands in a checksum file beside a manifest: its MD5 in base64.
std::string ManifestChecksum(std::string_view manifest);

// The keys of the objects of one export.
class ExportKeys {
 public:
  ExportKeys(std::string_view prefix, std::string_view export_id);

  std::string Started() const { return folder_ + "_started"; }
  std::string Summary() const { return folder_ + "manifest-summary.json"; }
  std::string Files() const { return folder_ + "manifest-files.json"; }
  // The service's guide calls it .checksum, the service itself writes .md5.
  static std::vector<std::string> ChecksumsOf(std::string_view manifest_key);
  // Of a data file: 26 letters and digits, the same whenever the export is written. Incremental
  // exports share one folder.
  struct DataPlace {
    bool incremental = false;
    std::size_t number = 0;
  };
  std::string Data(const DataPlace& place) const;

 private:
  std::string root_;    // prefix/AWSDynamoDB/
  std::string folder_;  // prefix/AWSDynamoDB/id/
};

}  // namespace trestle
