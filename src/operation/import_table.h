#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exchange/imports.h"
#include "operation/create_table.h"

namespace trestle {

enum class ImportFormat { kDynamoDbJson, kIon, kCsv };

struct ImportTableRequest {
  struct Csv {
    std::optional<std::string> delimiter;
    std::optional<std::vector<std::string>> header;
  };
  std::optional<std::string> client_token;
  std::string s3_bucket;
  std::optional<std::string> s3_bucket_owner;
  std::optional<std::string> s3_prefix;
  ImportFormat format = ImportFormat::kDynamoDbJson;
  std::optional<Csv> csv;
  Compression compression = Compression::kNone;
  CreateTableRequest table;
  std::string table_parameters;  // the JSON that `table` was read from, to be shown again
};
Result<ImportPtr> ImportTable(OperationContext& context, const ImportTableRequest& request);

Result<ImportPtr> DescribeImport(OperationContext& context, const std::string& import_arn);

struct ListImportsRequest {
  std::optional<std::string> table_arn;
  std::optional<std::int64_t> page_size;
  std::optional<std::string> next_token;
};
struct ListImportsResponse {
  std::vector<ImportPtr> imports;
  std::optional<std::string> next_token;
};
Result<ListImportsResponse> ListImports(OperationContext& context,
                                        const ListImportsRequest& request);

}  // namespace trestle
