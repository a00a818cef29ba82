// Stored keys of items and of index entries, and the ranges that queries read.

#include "base/check.h"
#include "bench_case.h"
#include "samples.h"
#include "table/index_entry.h"
#include "table/rows.h"
#include "table/table.h"

namespace trestle::bench {
namespace {

// The sample table, which only checks and encodes.
Table SampleTable() {
  TableDefinition definition;
  definition.id = 1;
  definition.name = "bench";
  definition.keys = {.hash = {{.name = "pk"}}, .range = {{.name = "sk"}}};
  IndexDefinition index;
  index.id = 1;
  index.name = "gsi";
  index.keys = {.hash = {{.name = "gpk"}}, .range = {{.name = "gsk"}}};
  definition.indexes = {index};
  return Table(definition);
}

void KeyOfRequest(benchmark::State& state) {
  const Table table = SampleTable();
  const Item key = SampleKey(1);
  for (auto _ : Laps(state)) {
    const Result<ItemKey> encoded = table.KeyOf(key);
    TRESTLE_CHECK(encoded.has_value());
    benchmark::DoNotOptimize(encoded);
  }
}

void KeyOfItem(benchmark::State& state) {
  const Table table = SampleTable();
  const Item item = SampleItem(1);
  for (auto _ : Laps(state)) {
    const Result<ItemKey> encoded = table.KeyOfItem(item);
    TRESTLE_CHECK(encoded.has_value());
    benchmark::DoNotOptimize(encoded);
  }
}

void KeyOfIndexEntry(benchmark::State& state) {
  const Table table = SampleTable();
  const Item item = SampleItem(1);
  const std::string item_key = table.KeyOfItem(item)->bytes;
  const IndexDefinition& index = table.definition().indexes.front();
  for (auto _ : Laps(state)) benchmark::DoNotOptimize(IndexEntryKey(table, index, item, item_key));
}

void RangeOfQuery(benchmark::State& state) {
  const Table table = SampleTable();
  PartitionRange partition;
  partition.hash = {AttributeValue::String("customer#000001")};
  partition.bounds.lower = {.value = AttributeValue::String("order#00000001")};
  partition.bounds.upper = {.value = AttributeValue::String("order#00000020")};
  for (auto _ : Laps(state)) benchmark::DoNotOptimize(RangeOf(table, partition));
}

void PositionOfStartKey(benchmark::State& state) {
  const Table table = SampleTable();
  const IndexDefinition& index = table.definition().indexes.front();
  const Item start = table.KeyAttributes(SampleItem(1), &index);
  for (auto _ : Laps(state)) {
    const Result<std::string> position = PositionOf(table, &index, start);
    TRESTLE_CHECK(position.has_value());
    benchmark::DoNotOptimize(position);
  }
}

const Registered kCases[] = {
    {"key/request", KeyOfRequest},         {"key/item", KeyOfItem},
    {"key/index_entry", KeyOfIndexEntry},  {"key/query_range", RangeOfQuery},
    {"key/start_key", PositionOfStartKey},
};

}  // namespace
}  // namespace trestle::bench
