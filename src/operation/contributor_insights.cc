#include "operation/contributor_insights.h"

#include <algorithm>

#include "operation/gatekeeper.h"
#include "operation/insights_messages.h"
#include "table/messages.h"
#include "table/table_directory.h"

namespace trestle {
namespace {

constexpr std::int64_t kMaxSummaries = 100;

// Null for the table itself. Local indexes have no insights.
Result<IndexDefinition*> FindIndex(TableDefinition& table, const std::optional<std::string>& name) {
  if (!name) return nullptr;
  for (IndexDefinition& index : table.indexes) {
    if (index.name == *name && !index.local) return &index;
  }
  return messages::IndexOfTableNotFound(*name, table.name);
}

InsightsMode ModeOf(const InsightsDefinition& insights) {
  return insights.throttled_only ? InsightsMode::kThrottledKeys
                                 : InsightsMode::kAccessedAndThrottledKeys;
}

// The names that CloudWatch's rules have: C counts accesses, T throttled requests.
std::vector<std::string> RulesOf(const TableDefinition& table, const IndexDefinition* index,
                                 const InsightsDefinition& insights) {
  const KeySchema& keys = index != nullptr ? index->keys : table.keys;
  const auto made = std::chrono::floor<std::chrono::milliseconds>(insights.rules_made);
  std::string of = "-" + table.name + "-";
  if (index != nullptr) of += index->name + "-";
  of += std::to_string(made.time_since_epoch().count());
  std::vector<std::string> rules;
  for (const char counted : {'C', 'T'}) {
    if (counted == 'C' && insights.throttled_only) continue;
    for (const char key : {'P', 'S'}) {
      if (key == 'S' && keys.range.empty()) continue;
      rules.push_back(std::string("DynamoDBContributorInsights-") + key + 'K' + counted + of);
    }
  }
  return rules;
}

ContributorInsights Described(const TableDefinition& table, const IndexDefinition* index) {
  ContributorInsights shown;
  shown.table_name = table.name;
  if (index != nullptr) shown.index_name = index->name;
  const auto& insights = index != nullptr ? index->insights : table.insights;
  if (!insights) return shown;
  shown.status = insights->enabled ? InsightsStatus::kEnabled : InsightsStatus::kDisabled;
  shown.mode = ModeOf(*insights);
  shown.updated = insights->updated;
  if (insights->enabled) shown.rules = RulesOf(table, index, *insights);
  return shown;
}

// What the request makes of the insights; false if they are as it wants them.
bool ChangeInsights(const UpdateContributorInsightsRequest& request, TimePoint now,
                    std::optional<InsightsDefinition>& insights) {
  const bool is_enabled = insights && insights->enabled;
  if (!request.enable) {
    if (!is_enabled) return false;
    insights->enabled = false;
    insights->updated = now;
    return true;
  }
  const bool throttled_only = request.mode == InsightsMode::kThrottledKeys;
  if (is_enabled && insights->throttled_only == throttled_only) return false;
  // Rules that stay keep their names.
  const TimePoint made = is_enabled ? insights->rules_made : now;
  insights = InsightsDefinition{
      .enabled = true, .throttled_only = throttled_only, .updated = now, .rules_made = made};
  return true;
}

Status CheckActive(const TableDefinition& table, const IndexDefinition* index) {
  if (table.status == TableStatus::kCreating) {
    return messages::InsightsNeedActive("TableStatus");
  }
  if (index != nullptr && index->status == IndexStatus::kCreating) {
    return messages::InsightsNeedActive("IndexStatus");
  }
  return {};
}

void AddSummaries(const TableDefinition& table, std::vector<ContributorInsights>& summaries) {
  const auto add = [&](const IndexDefinition* index) {
    ContributorInsights shown = Described(table, index);
    if (shown.status != InsightsStatus::kDisabled) summaries.push_back(std::move(shown));
  };
  add(nullptr);
  for (const IndexDefinition& index : table.indexes) add(&index);
}

// A token is the name of the last resource shown: TABLE or TABLE/INDEX.
std::string TokenOf(const ContributorInsights& shown) {
  return shown.index_name ? shown.table_name + "/" + *shown.index_name : shown.table_name;
}

Result<std::vector<ContributorInsights>> AllSummaries(OperationContext& context,
                                                      const std::optional<std::string>& name) {
  std::vector<ContributorInsights> summaries;
  std::vector<std::string> names;
  if (name) {
    names.push_back(*name);
  } else {
    names = context.catalog.List("", context.catalog.size());
  }
  for (const std::string& of : names) {
    const TablePtr table = context.catalog.FindInAnyState(of);
    if (table != nullptr) AddSummaries(table->definition(), summaries);
    if (table == nullptr && name) return messages::TableNotFound(TableNameOf(*name));
  }
  return summaries;
}

}  // namespace

Result<ContributorInsights> UpdateContributorInsights(
    OperationContext& context, const UpdateContributorInsightsRequest& request) {
  const TablePtr table = context.catalog.FindInAnyState(request.table_name);
  if (table == nullptr) return messages::TableNotFound(TableNameOf(request.table_name));
  TableDefinition current = table->definition();
  TRESTLE_TRY(const IndexDefinition* const index, FindIndex(current, request.index_name));
  TRESTLE_RETURN_IF_ERROR(CheckActive(current, index));

  const TimePoint now = context.clock.Now();
  bool changed = false;
  ContributorInsights shown;
  const auto change = [&](TableDefinition& definition) -> Status {
    TRESTLE_TRY(IndexDefinition* const changing, FindIndex(definition, request.index_name));
    changed = ChangeInsights(request, now,
                             changing != nullptr ? changing->insights : definition.insights);
    shown = Described(definition, changing);
    return {};
  };
  // Before the change is seen, so that nothing that comes after it goes uncounted.
  if (request.enable && context.gatekeeper) context.gatekeeper->CountWhereInsightsAreOn();
  TRESTLE_RETURN_IF_ERROR(context.catalog.Update(table->name(), change, Catalog::Effect::kAtOnce));
  context.AnswerAfterLatest();
  if (changed) {
    shown.status = request.enable ? InsightsStatus::kEnabling : InsightsStatus::kDisabling;
  }
  return shown;
}

Result<ContributorInsights> DescribeContributorInsights(
    OperationContext& context, const DescribeContributorInsightsRequest& request) {
  context.AnswerAfterLatest();
  const TablePtr table = context.catalog.FindInAnyState(request.table_name);
  if (table == nullptr) return messages::TableNotFound(TableNameOf(request.table_name));
  TableDefinition definition = table->definition();
  TRESTLE_TRY(const IndexDefinition* const index, FindIndex(definition, request.index_name));
  return Described(definition, index);
}

Result<ListContributorInsightsResponse> ListContributorInsights(
    OperationContext& context, const ListContributorInsightsRequest& request) {
  context.AnswerAfterLatest();
  TRESTLE_TRY(std::vector<ContributorInsights> all, AllSummaries(context, request.table_name));
  auto first = all.begin();
  if (request.next_token) {
    first = std::find_if(all.begin(), all.end(), [&](const ContributorInsights& shown) {
      return TokenOf(shown) == *request.next_token;
    });
    if (first == all.end()) return messages::InsightsTokenInvalid();
    ++first;
  }
  const std::int64_t most =
      std::clamp<std::int64_t>(request.max_results.value_or(kMaxSummaries), 1, kMaxSummaries);
  const auto last = all.end() - first > most ? first + most : all.end();
  ListContributorInsightsResponse response;
  if (last != all.end()) response.next_token = TokenOf(*(last - 1));
  response.summaries.assign(std::make_move_iterator(first), std::make_move_iterator(last));
  return response;
}

bool AnyInsights(const Catalog& catalog) {
  std::vector<ContributorInsights> summaries;
  for (const std::string& name : catalog.List("", catalog.size())) {
    const TablePtr table = catalog.FindInAnyState(name);
    if (table != nullptr) AddSummaries(table->definition(), summaries);
  }
  return !summaries.empty();
}

}  // namespace trestle
