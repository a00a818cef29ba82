#include "migration/moved_source.h"

#include <optional>

#include "table/moved_table.h"
#include "table/table.h"

namespace trestle::migration {

Status SetMovedTo(Database& database, const std::string& table, const std::string& to) {
  TRESTLE_TRY(const TableDescription description, database.DescribeTable(table));
  const std::string arn = description.table->definition().Arn();
  ListTagsRequest request{.resource_arn = arn, .next_token = std::nullopt};
  std::string stored;
  do {
    const auto listed = database.ListTagsOfResource(request);
    if (!listed && listed.error().code == ErrorCode::kUnknownOperation) return {};
    TRESTLE_RETURN_IF_ERROR(listed);
    for (const Tag& tag : listed->tags) {
      if (tag.key == kMovedToTag) stored = tag.value;
    }
    request.next_token = listed->next_token;
  } while (request.next_token);
  if (stored == to) return {};
  if (to.empty()) return database.UntagResource({.resource_arn = arn, .keys = {kMovedToTag}});
  return database.TagResource(
      {.resource_arn = arn, .tags = {Tag{.key = kMovedToTag, .value = to}}});
}

}  // namespace trestle::migration
