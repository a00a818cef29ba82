#pragma once

#include "operation/create_table.h"

namespace trestle {

// The small operations on tables.
Result<TableDescription> DescribeTable(OperationContext& context, const std::string& table_name);
Result<TableDescription> DeleteTable(OperationContext& context, const std::string& table_name);

struct ListTablesRequest {
  std::optional<std::string> exclusive_start_table_name;
  std::optional<std::int64_t> limit;
};
struct ListTablesResponse {
  std::vector<std::string> table_names;
  std::optional<std::string> last_evaluated_table_name;
};
Result<ListTablesResponse> ListTables(OperationContext& context, const ListTablesRequest& request);

// The account's quotas.
struct DescribeLimitsResponse {
  std::int64_t account_read = 80000;
  std::int64_t account_write = 80000;
  std::int64_t table_read = 40000;
  std::int64_t table_write = 40000;
};
DescribeLimitsResponse DescribeLimits();

struct TagResourceRequest {
  std::string resource_arn;
  std::vector<Tag> tags;
};
Status TagResource(OperationContext& context, const TagResourceRequest& request);
struct UntagResourceRequest {
  std::string resource_arn;
  std::vector<std::string> keys;
};
Status UntagResource(OperationContext& context, const UntagResourceRequest& request);
struct ListTagsResponse {
  std::vector<Tag> tags;
  std::optional<std::string> next_token;
};
struct ListTagsRequest {
  std::string resource_arn;
  std::optional<std::string> next_token;
};
Result<ListTagsResponse> ListTagsOfResource(OperationContext& context,
                                            const ListTagsRequest& request);

}  // namespace trestle
