#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "exchange/export.h"
#include "transfer/compression.h"
#include "transfer/item_reader.h"
#include "value/attribute_value.h"

namespace trestle {

enum class ImportStatus { kInProgress, kCompleted, kCancelling, kCancelled, kFailed };

// What is known of an import.
struct Import {
  std::string id;  // as an export's
  ImportStatus status = ImportStatus::kInProgress;
  TimePoint started;
  std::optional<TimePoint> ended;
  std::string table_name;
  std::string table_arn;
  std::string table_uuid;
  std::string region;
  std::optional<std::string> client_token;
  std::string s3_bucket;
  std::optional<std::string> s3_bucket_owner;
  std::optional<std::string> s3_prefix;
  DataFormat format = DataFormat::kDynamoDbJson;
  std::optional<std::string> csv_delimiter;
  std::optional<std::vector<std::string>> csv_header;
  Compression compression = Compression::kNone;
  std::string parameters;            // TableCreationParameters as the request had them, JSON
  std::optional<Binary> definition;  // of the table, encoded: what an import begins anew with
  std::int64_t processed_bytes = 0;
  std::int64_t processed_items = 0;
  std::int64_t imported_items = 0;
  std::int64_t errors = 0;
  bool read = false;  // to the end: what is left is to show the table
  std::optional<JobFailure> failure;

  std::string Arn() const { return table_arn + "/import/" + id; }
};

}  // namespace trestle
