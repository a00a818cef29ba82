#include "protocol/api.h"
#include "protocol/decode.h"
#include "protocol/decode_parameters.h"

// Contributor Insights.
namespace trestle::decode {
namespace {

constexpr EnumName<bool> kActions[] = {{"ENABLE", true}, {"DISABLE", false}};
constexpr EnumName<InsightsMode> kModes[] = {
    {"ACCESSED_AND_THROTTLED_KEYS", InsightsMode::kAccessedAndThrottledKeys},
    {"THROTTLED_KEYS", InsightsMode::kThrottledKeys}};

}  // namespace

UpdateContributorInsightsRequest UpdateContributorInsights(const Members& in) {
  using Of = api::UpdateContributorInsightsInput;
  return {
      .table_name = Text(in[Of::kTableName]),
      .index_name = OptionalText(in[Of::kIndexName]),
      .enable = OptionalEnum(in[Of::kContributorInsightsAction], kActions).value_or(false),
      .mode = OptionalEnum(in[Of::kContributorInsightsMode], kModes),
  };
}

DescribeContributorInsightsRequest DescribeContributorInsights(const Members& in) {
  using Of = api::DescribeContributorInsightsInput;
  return {.table_name = Text(in[Of::kTableName]), .index_name = OptionalText(in[Of::kIndexName])};
}

ListContributorInsightsRequest ListContributorInsights(const Members& in) {
  using Of = api::ListContributorInsightsInput;
  return {.table_name = OptionalText(in[Of::kTableName]),
          .next_token = OptionalText(in[Of::kNextToken]),
          .max_results = OptionalInteger(in[Of::kMaxResults])};
}

}  // namespace trestle::decode
