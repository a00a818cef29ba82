#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exchange/exports.h"
#include "operation/context.h"

namespace trestle {

enum class ExportFormat { kDynamoDbJson, kIon };
enum class ExportType { kFull, kIncremental };

struct ExportTableRequest {
  struct Increment {
    std::optional<TimePoint> from;
    std::optional<TimePoint> to;
    std::optional<ExportView> view;
  };
  std::string table_arn;
  std::optional<TimePoint> export_time;
  std::optional<std::string> client_token;
  std::string s3_bucket;
  std::optional<std::string> s3_bucket_owner;
  std::optional<std::string> s3_prefix;
  std::optional<std::string> sse_algorithm;
  std::optional<std::string> sse_key_id;
  std::optional<ExportFormat> format;
  std::optional<ExportType> type;
  std::optional<Increment> increment;
};
Result<ExportPtr> ExportTableToPointInTime(OperationContext& context,
                                           const ExportTableRequest& request);

Result<ExportPtr> DescribeExport(OperationContext& context, const std::string& export_arn);

struct ListExportsRequest {
  std::optional<std::string> table_arn;
  std::optional<std::int64_t> max_results;
  std::optional<std::string> next_token;
};
struct ListExportsResponse {
  std::vector<ExportPtr> exports;
  std::optional<std::string> next_token;
};
Result<ListExportsResponse> ListExports(OperationContext& context,
                                        const ListExportsRequest& request);

}  // namespace trestle
