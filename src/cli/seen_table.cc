#include "cli/seen_table.h"

#include <algorithm>

#include "operation/database.h"

namespace trestle {
namespace {

model::KeyAttribute KeyOf(const KeyAttribute& key) {
  model::KeyAttribute out{.name = key.name};
  if (key.type == AttributeType::kNumber) out.type = model::KeyType::kNumber;
  if (key.type == AttributeType::kBinary) out.type = model::KeyType::kBinary;
  return out;
}

std::vector<model::KeyAttribute> KeysOf(const std::vector<KeyAttribute>& keys) {
  std::vector<model::KeyAttribute> out;
  for (const KeyAttribute& key : keys) out.push_back(KeyOf(key));
  return out;
}

model::StreamView ViewOf(const StreamDefinition& stream) {
  if (!stream.enabled) return model::StreamView::kNone;
  switch (stream.view) {
    case StreamView::kKeysOnly:
      return model::StreamView::kKeysOnly;
    case StreamView::kNewImage:
      return model::StreamView::kNewImage;
    case StreamView::kOldImage:
      return model::StreamView::kOldImage;
    case StreamView::kNewAndOldImages:
      return model::StreamView::kNewAndOldImages;
  }
  return model::StreamView::kNone;
}

model::Index IndexOf(const IndexDefinition& index) {
  model::Index out{.name = index.name, .local = index.local};
  out.partition_key = KeysOf(index.keys.hash);
  out.sort_key = KeysOf(index.keys.range);
  if (index.projection == ProjectionType::kKeysOnly) {
    out.projection.kind = model::Projection::Kind::kKeysOnly;
  }
  if (index.projection == ProjectionType::kInclude) {
    out.projection = {.kind = model::Projection::Kind::kInclude, .attributes = index.included};
  }
  if (index.throughput.read > 0) {
    out.throughput =
        model::Throughput{.read = index.throughput.read, .write = index.throughput.write};
  }
  return out;
}

model::Table TableOf(const TableDefinition& definition) {
  model::Table out{.name = definition.name, .partition_key = KeyOf(definition.keys.hash.at(0))};
  if (!definition.keys.range.empty()) out.sort_key = KeyOf(definition.keys.range[0]);
  if (definition.billing == BillingMode::kProvisioned) {
    out.provisioned =
        model::Throughput{.read = std::max<std::int64_t>(1, definition.throughput.read),
                          .write = std::max<std::int64_t>(1, definition.throughput.write)};
  }
  out.stream = ViewOf(definition.stream);
  out.kms = definition.encryption && definition.encryption->enabled;
  out.deletion_protection = definition.deletion_protection;
  out.infrequent_access = definition.table_class == TableClass::kStandardInfrequentAccess;
  for (const IndexDefinition& index : definition.indexes) out.indexes.push_back(IndexOf(index));
  return out;
}

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
  model::SeenTable seen{.table = TableOf(description.table->definition())};
  TRESTLE_TRY(const TimeToLiveDescription ttl, database.DescribeTimeToLive(table));
  seen.table.ttl = ttl.attribute_name.value_or("");
  TRESTLE_TRY(const ContinuousBackupsDescription backups,
              database.DescribeContinuousBackups(table));
  if (backups.recovery) seen.table.pitr_days = static_cast<int>(backups.recovery->days);
  TRESTLE_TRY(seen.items, SomeItems(database, table, items));
  return seen;
}

}  // namespace trestle
