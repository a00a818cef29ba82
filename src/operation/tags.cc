#include <algorithm>
#include <array>
#include <cctype>

#include "operation/table_admin.h"
#include "operation/table_settings.h"
#include "operation/tag_messages.h"

namespace trestle {
namespace {

// arn : partition : service : region : account : resource
using ArnParts = std::array<std::string_view, 6>;
constexpr std::size_t kRegion = 3;

bool IsTableName(std::string_view name) {
  return name.size() >= 3 && name.size() <= 255 &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
         });
}

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

// The name of the table that the ARN is of. Whose resource it is comes first: a stranger does not
// learn whether it exists.
Result<std::string_view> TaggedTable(std::string_view arn, std::string_view action) {
  constexpr std::string_view kTable = "table/";
  const std::optional<ArnParts> parts = SplitArn(arn);
  if (!parts) return messages::ResourceArnInvalid(arn);
  const auto& [scheme, partition, service, region, account, resource] = *parts;
  if (service != "dynamodb") return messages::ResourceArnDenied(action, arn);
  if (!resource.starts_with(kTable)) return messages::ResourceArnInvalid(arn);
  if (account != kAccountId) return messages::ResourceArnDenied(action, arn);
  const std::string_view name = resource.substr(kTable.size());
  if (!IsTableName(name)) return messages::ResourceArnInvalid(arn);
  return name;
}

Result<TablePtr> FindTagged(OperationContext& context, std::string_view arn,
                            std::string_view name) {
  context.AnswerAfterLatest();
  TablePtr table = context.catalog.FindInAnyState(name);
  if (table != nullptr && table->definition().Arn() == arn) return table;
  if ((*SplitArn(arn))[kRegion] != context.region) return messages::ResourceArnInvalid(arn);
  return messages::ResourceArnNotFound(arn);
}

Status ChangeTags(OperationContext& context, const Table& table,
                  const std::function<Status(TableDefinition&)>& change) {
  TRESTLE_RETURN_IF_ERROR(context.catalog.Update(table.name(), change, Catalog::Effect::kAtOnce));
  context.AnswerAfterLatest();
  return {};
}

}  // namespace

Status TagResource(OperationContext& context, const TagResourceRequest& request) {
  const std::string& arn = request.resource_arn;
  TRESTLE_TRY(const std::string_view name, TaggedTable(arn, "TagResource"));
  if (request.tags.empty()) return messages::NoTagsGiven();
  TRESTLE_RETURN_IF_ERROR(CheckTags(request.tags));
  TRESTLE_TRY(const TablePtr table, FindTagged(context, arn, name));
  return ChangeTags(context, *table, [&](TableDefinition& definition) {
    return AddTags(request.tags, definition.tags);
  });
}

Status UntagResource(OperationContext& context, const UntagResourceRequest& request) {
  const std::string& arn = request.resource_arn;
  TRESTLE_TRY(const std::string_view name, TaggedTable(arn, "UntagResource"));
  if (request.keys.empty()) return messages::NoTagKeysGiven();
  TRESTLE_TRY(const TablePtr table, FindTagged(context, arn, name));
  return ChangeTags(context, *table, [&](TableDefinition& definition) {
    for (const std::string& key : request.keys) definition.tags.erase(key);
    return Status();
  });
}

Result<ListTagsResponse> ListTagsOfResource(OperationContext& context,
                                            const ListTagsRequest& request) {
  const std::string& arn = request.resource_arn;
  TRESTLE_TRY(const std::string_view name, TaggedTable(arn, "ListTagsOfResource"));
  TRESTLE_TRY(const TablePtr table, FindTagged(context, arn, name));
  ListTagsResponse response;
  for (const auto& [key, value] : table->definition().tags) {
    response.tags.push_back({.key = key, .value = value});
  }
  return response;
}

}  // namespace trestle
