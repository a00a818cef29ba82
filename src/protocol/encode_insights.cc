#include "protocol/encode.h"

// Contributor Insights.
namespace trestle::encode {
namespace {

using Insights = trestle::ContributorInsights;

std::string_view StatusName(InsightsStatus status) {
  switch (status) {
    case InsightsStatus::kEnabling:
      return "ENABLING";
    case InsightsStatus::kEnabled:
      return "ENABLED";
    case InsightsStatus::kDisabling:
      return "DISABLING";
    case InsightsStatus::kDisabled:
      break;
  }
  return "DISABLED";
}

// What all three operations show.
void Summary(const Insights& insights, JsonWriter& writer) {
  writer.Name("TableName");
  writer.String(insights.table_name);
  if (insights.index_name) {
    writer.Name("IndexName");
    writer.String(*insights.index_name);
  }
  writer.Name("ContributorInsightsStatus");
  writer.String(StatusName(insights.status));
  if (insights.mode) {
    writer.Name("ContributorInsightsMode");
    writer.String(*insights.mode == InsightsMode::kThrottledKeys ? "THROTTLED_KEYS"
                                                                 : "ACCESSED_AND_THROTTLED_KEYS");
  }
}

}  // namespace

void UpdatedContributorInsights(const Insights& insights, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  Summary(insights, writer);
  writer.EndObject();
}

void ContributorInsights(const Insights& insights, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  Summary(insights, writer);
  if (!insights.rules.empty()) {
    writer.Name("ContributorInsightsRuleList");
    writer.BeginArray();
    for (const std::string& rule : insights.rules) writer.String(rule);
    writer.EndArray();
  }
  if (insights.updated) {
    writer.Name("LastUpdateDateTime");
    writer.Time(*insights.updated);
  }
  writer.EndObject();
}

void ListContributorInsights(const ListContributorInsightsResponse& response, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("ContributorInsightsSummaries");
  writer.BeginArray();
  for (const Insights& insights : response.summaries) {
    writer.BeginObject();
    Summary(insights, writer);
    writer.EndObject();
  }
  writer.EndArray();
  if (response.next_token) {
    writer.Name("NextToken");
    writer.String(*response.next_token);
  }
  writer.EndObject();
}

}  // namespace trestle::encode
