#include "cli/seen_table.h"

#include <algorithm>

#include "binding/if_known.h"
#include "binding/table_requests.h"
#include "operation/database.h"

namespace trestle {
namespace {

Result<std::vector<Item>> SomeItems(Database& database, const std::string& table,
                                    std::size_t most) {
  std::vector<Item> items;
  ScanRequest request;
  request.table_name = table;
  while (items.size() < most) {
    request.limit = static_cast<std::int64_t>(std::min<std::size_t>(most - items.size(), 1000));
    TRESTLE_TRY(const PageResponse page, database.Scan(request));
    for (const EncodedItemView stored : page.items) {
      TRESTLE_TRY(Item item, stored.Decode());
      items.push_back(std::move(item));
    }
    if (!page.last_evaluated_key) break;
    request.exclusive_start_key = *page.last_evaluated_key;
  }
  return items;
}

}  // namespace

Result<model::SeenTable> SeeTable(Database& database, const std::string& table, std::size_t items) {
  TRESTLE_TRY(const TableDescription description, database.DescribeTable(table));
  model::SeenTable seen{.table = SeenTableOf(description.table->definition())};
  TRESTLE_TRY(const std::optional<TimeToLiveDescription> ttl,
              IfKnown(database.DescribeTimeToLive(table)));
  if (ttl) seen.table.ttl = ttl->attribute_name.value_or("");
  TRESTLE_TRY(const std::optional<ContinuousBackupsDescription> backups,
              IfKnown(database.DescribeContinuousBackups(table)));
  if (backups && backups->recovery) {
    seen.table.pitr_days = static_cast<int>(backups->recovery->days);
  }
  TRESTLE_TRY(seen.items, SomeItems(database, table, items));
  return seen;
}

}  // namespace trestle
