#include "cli/format_options.h"

#include <CLI/CLI.hpp>

namespace trestle {

void AddFormat(CLI::App& command, std::string& format) {
  command
      .add_option("--format", format,
                  "dynamodb-json: a line for each item, nothing lost; csv: a row for each, where "
                  "all but keys are texts")
      ->check(CLI::IsMember({"dynamodb-json", "csv"}))
      ->type_name("FORMAT");
}

std::optional<DataFormat> FormatNamed(std::string_view name) {
  if (name == "dynamodb-json") return DataFormat::kDynamoDbJson;
  if (name == "csv") return DataFormat::kCsv;
  return std::nullopt;
}

std::optional<Compression> CompressionNamed(std::string_view name) {
  if (name == "none") return Compression::kNone;
  if (name == "gzip") return Compression::kGzip;
  if (name == "zstd") return Compression::kZstd;
  return std::nullopt;
}

FileKind KindOf(std::string_view path) {
  FileKind kind;
  if (path.ends_with(".gz")) {
    kind.compression = Compression::kGzip;
    path.remove_suffix(3);
  } else if (path.ends_with(".zst")) {
    kind.compression = Compression::kZstd;
    path.remove_suffix(4);
  }
  if (path.ends_with(".json") || path.ends_with(".jsonl")) {
    kind.format = DataFormat::kDynamoDbJson;
  }
  if (path.ends_with(".csv")) kind.format = DataFormat::kCsv;
  return kind;
}

}  // namespace trestle
