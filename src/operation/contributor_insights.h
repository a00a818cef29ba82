#pragma once

#include "operation/context.h"

namespace trestle {

enum class InsightsMode { kAccessedAndThrottledKeys, kThrottledKeys };
enum class InsightsStatus { kEnabling, kEnabled, kDisabling, kDisabled };

struct UpdateContributorInsightsRequest {
  std::string table_name;
  std::optional<std::string> index_name;
  bool enable = false;               // ContributorInsightsAction ENABLE or DISABLE
  std::optional<InsightsMode> mode;  // none is kAccessedAndThrottledKeys
};
struct DescribeContributorInsightsRequest {
  std::string table_name;
  std::optional<std::string> index_name;
};

// The insights of one table or global index, as all three operations show them.
struct ContributorInsights {
  std::string table_name;
  std::optional<std::string> index_name;
  InsightsStatus status = InsightsStatus::kDisabled;
  std::optional<InsightsMode> mode;  // none before they were first enabled
  std::vector<std::string> rules;    // while they are enabled
  std::optional<TimePoint> updated;
};

Result<ContributorInsights> UpdateContributorInsights(
    OperationContext& context, const UpdateContributorInsightsRequest& request);
Result<ContributorInsights> DescribeContributorInsights(
    OperationContext& context, const DescribeContributorInsightsRequest& request);

struct ListContributorInsightsRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> next_token;
  std::optional<std::int64_t> max_results;
};
struct ListContributorInsightsResponse {
  std::vector<ContributorInsights> summaries;  // of what is not disabled
  std::optional<std::string> next_token;
};
Result<ListContributorInsightsResponse> ListContributorInsights(
    OperationContext& context, const ListContributorInsightsRequest& request);

// Whether any table or index is counted.
bool AnyInsights(const Catalog& catalog);

}  // namespace trestle
