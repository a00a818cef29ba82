#include <array>

#include "operation/table_admin.h"
#include "operation/table_settings.h"
#include "operation/tag_messages.h"

namespace trestle {
namespace {

// arn : partition : service : region : account : resource
using ArnParts = std::array<std::string_view, 6>;

std::optional<ArnParts> SplitArn(std::string_view arn) {
  ArnParts parts;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    const std::size_t colon = arn.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    parts[i] = arn.substr(0, colon);
    arn.remove_prefix(colon + 1);
  }
  parts.back() = arn;
  if (parts.front() != "arn") return std::nullopt;
  return parts;
}

// Whose resource it is comes first: a stranger does not learn whether it exists.
Result<TablePtr> FindTagged(OperationContext& context, const std::string& arn,
                            std::string_view action) {
  constexpr std::string_view kTable = "table/";
  const std::optional<ArnParts> parts = SplitArn(arn);
  if (!parts) return messages::ResourceArnInvalid(arn);
  const auto& [scheme, partition, service, region, account, resource] = *parts;
  if (service != "dynamodb") return messages::ResourceArnDenied(action, arn);
  if (!resource.starts_with(kTable)) return messages::ResourceArnInvalid(arn);
  if (account != kAccountId) return messages::ResourceArnDenied(action, arn);

  context.AnswerAfterLatest();
  TablePtr table = context.catalog.FindInAnyState(resource.substr(kTable.size()));
  if (table != nullptr && table->definition().Arn() == arn) return table;
  if (region != context.region) return messages::ResourceArnInvalid(arn);
  return messages::ResourceArnNotFound(arn);
}

Status Change(OperationContext& context, const Table& table,
              const std::function<Status(TableDefinition&)>& change) {
  TRESTLE_RETURN_IF_ERROR(context.catalog.Update(table.name(), change, Catalog::Effect::kAtOnce));
  context.AnswerAfterLatest();
  return {};
}

}  // namespace

Status TagResource(OperationContext& context, const TagResourceRequest& request) {
  TRESTLE_RETURN_IF_ERROR(CheckTags(request.tags));
  TRESTLE_TRY(const TablePtr table, FindTagged(context, request.resource_arn, "TagResource"));
  return Change(context, *table, [&](TableDefinition& definition) {
    return AddTags(request.tags, definition.tags);
  });
}

Status UntagResource(OperationContext& context, const UntagResourceRequest& request) {
  TRESTLE_TRY(const TablePtr table, FindTagged(context, request.resource_arn, "UntagResource"));
  return Change(context, *table, [&](TableDefinition& definition) {
    for (const std::string& key : request.keys) definition.tags.erase(key);
    return Status();
  });
}

Result<ListTagsResponse> ListTagsOfResource(OperationContext& context,
                                            const ListTagsRequest& request) {
  TRESTLE_TRY(const TablePtr table,
              FindTagged(context, request.resource_arn, "ListTagsOfResource"));
  ListTagsResponse response;
  for (const auto& [key, value] : table->definition().tags) {
    response.tags.push_back({.key = key, .value = value});
  }
  return response;
}

}  // namespace trestle
