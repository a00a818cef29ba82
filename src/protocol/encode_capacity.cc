#include "protocol/encode.h"

// ConsumedCapacity and ItemCollectionMetrics.
namespace trestle::encode {
namespace {

void Units(double units, ConsumedCapacity::Report report, JsonWriter& writer) {
  if (report == ConsumedCapacity::Report::kRead) {
    writer.Name("ReadCapacityUnits");
    writer.Decimal(units);
  }
  if (report == ConsumedCapacity::Report::kWrite) {
    writer.Name("WriteCapacityUnits");
    writer.Decimal(units);
  }
  writer.Name("CapacityUnits");
  writer.Decimal(units);
}

void Indexes(std::string_view name, const std::map<std::string, double>& indexes,
             ConsumedCapacity::Report report, JsonWriter& writer) {
  if (indexes.empty()) return;
  writer.Name(name);
  writer.BeginObject();
  for (const auto& [index, units] : indexes) {
    writer.Name(index);
    writer.BeginObject();
    Units(units, report, writer);
    writer.EndObject();
  }
  writer.EndObject();
}

void OneTable(const ConsumedCapacity& consumed, ReturnConsumedCapacity wanted, JsonWriter& writer) {
  writer.BeginObject();
  writer.Name("TableName");
  writer.String(consumed.table_name);
  Units(consumed.Total(), consumed.report, writer);
  if (wanted == ReturnConsumedCapacity::kIndexes) {
    writer.Name("Table");
    writer.BeginObject();
    Units(consumed.table, consumed.report, writer);
    writer.EndObject();
    Indexes("LocalSecondaryIndexes", consumed.local_indexes, consumed.report, writer);
    Indexes("GlobalSecondaryIndexes", consumed.global_indexes, consumed.report, writer);
  }
  writer.EndObject();
}

}  // namespace

void Consumed(const ConsumedCapacity& consumed, ReturnConsumedCapacity wanted, JsonWriter& writer) {
  if (wanted == ReturnConsumedCapacity::kNone) return;
  writer.Name("ConsumedCapacity");
  OneTable(consumed, wanted, writer);
}

void ConsumedOfTables(const std::vector<ConsumedCapacity>& tables, ReturnConsumedCapacity wanted,
                      JsonWriter& writer) {
  if (wanted == ReturnConsumedCapacity::kNone) return;
  writer.Name("ConsumedCapacity");
  writer.BeginArray();
  for (const ConsumedCapacity& table : tables) OneTable(table, wanted, writer);
  writer.EndArray();
}

void CollectionMetrics(const ItemCollectionMetrics& metrics, JsonWriter& writer) {
  writer.BeginObject();
  writer.Name("ItemCollectionKey");
  writer.Attributes(metrics.key);
  writer.Name("SizeEstimateRangeGB");
  writer.BeginArray();
  writer.Decimal(metrics.size_estimate_low_gb);
  writer.Decimal(metrics.size_estimate_high_gb);
  writer.EndArray();
  writer.EndObject();
}

void CollectionMetricsByTable(
    const std::map<std::string, std::vector<ItemCollectionMetrics>>& metrics, JsonWriter& writer) {
  if (metrics.empty()) return;
  writer.Name("ItemCollectionMetrics");
  writer.BeginObject();
  for (const auto& [table, collections] : metrics) {
    writer.Name(table);
    writer.BeginArray();
    for (const ItemCollectionMetrics& collection : collections)
      CollectionMetrics(collection, writer);
    writer.EndArray();
  }
  writer.EndObject();
}

}  // namespace trestle::encode
