#include "model/cost_report.h"
#include "model/json_text.h"
#include "model/words.h"

namespace trestle::model {
namespace {

void WritePattern(JsonText& json, const PatternCost& cost, const Measurements* measured) {
  json.Open('{').Member("pattern", cost.pattern).Member("title", cost.title);
  json.Member("kind", KindWord(cost.kind)).Member("table", cost.table);
  if (!cost.index.empty()) json.Member("index", cost.index);
  json.Member("requests", cost.requests).Member("items", cost.items);
  json.Member("item_bytes", cost.item_bytes);
  json.Member("read_units", cost.ReadUnits()).Member("write_units", cost.WriteUnits());
  json.Member("worst_write_units", cost.worst_write);
  json.Member("table_read_units", cost.table_read).Member("table_write_units", cost.table_write);
  json.Name("indexes").Open('{');
  for (const IndexUnits& units : cost.indexes) {
    json.Name(units.index).Open('{');
    json.Member("read_units", units.read).Member("write_units", units.write).Close('}');
  }
  json.Close('}');
  if (cost.rate) json.Member("rate", *cost.rate).Member("monthly_dollars", cost.on_demand);
  if (measured != nullptr && measured->contains(cost.pattern)) {
    const Measured& figure = measured->at(cost.pattern);
    json.Name("measured").Open('{');
    if (figure.problem.empty()) {
      json.Member("read_units", figure.read).Member("items", figure.items);
    } else {
      json.Member("problem", figure.problem);
    }
    json.Close('}');
  }
  json.Name("assumed").Open('[');
  for (const std::string& assumed : cost.assumed) json.Text(assumed);
  json.Close(']').Close('}');
}

void WriteThroughput(JsonText& json, const ThroughputCost& cost) {
  json.Open('{').Member("table", cost.table);
  if (!cost.index.empty()) json.Member("index", cost.index);
  json.Member("read_units_a_second", cost.read_rate);
  json.Member("write_units_a_second", cost.write_rate);
  json.Member("on_demand_dollars", cost.on_demand);
  json.Member("read_capacity", cost.read_capacity).Member("write_capacity", cost.write_capacity);
  json.Member("provisioned_dollars", cost.provisioned).Close('}');
}

void WriteStorage(JsonText& json, const StorageCost& data) {
  json.Open('{').Member("table", data.table).Member("items", data.items);
  json.Member("table_bytes", data.table_bytes).Member("index_bytes", data.index_bytes);
  json.Member("storage_dollars", data.storage).Member("pitr_dollars", data.pitr);
  json.Member("backup_dollars", data.backups).Member("stream_dollars", data.streams).Close('}');
}

void WriteLoad(JsonText& json, const LoadCost& load) {
  json.Open('{').Member("name", load.name).Member("read_dollars", load.reads);
  json.Member("write_dollars", load.writes).Member("total_dollars", load.total);
  if (load.stated) json.Member("stated_dollars", *load.stated).Member("agrees", load.agrees);
  if (load.increase) json.Member("increase", *load.increase);
  if (load.source_line > 0) json.Member("source_line", load.source_line);
  json.Close('}');
}

void WriteClaim(JsonText& json, const ClaimCost& claim) {
  json.Open('{').Member("what", claim.what).Member("unit", claim.unit);
  json.Member("stated", claim.stated);
  if (claim.computed) json.Member("computed", *claim.computed);
  if (claim.computed || !claim.agrees) json.Member("agrees", claim.agrees);
  if (!claim.reason.empty()) json.Member("reason", claim.reason);
  if (claim.source_line > 0) json.Member("source_line", claim.source_line);
  json.Close('}');
}

}  // namespace

std::string CostJson(const CostReport& report, const Measurements* measured) {
  JsonText json;
  json.Open('{').Member("model", report.model);
  json.Name("prices").Open('{').Member("region", report.prices.region);
  json.Member("date", report.prices.date).Member("utilisation", report.prices.utilisation);
  json.Member("days_in_month", report.prices.days_in_month).Close('}');
  json.Name("patterns").Open('[');
  for (const PatternCost& cost : report.patterns) WritePattern(json, cost, measured);
  json.Close(']').Name("throughput").Open('[');
  for (const ThroughputCost& cost : report.throughput) WriteThroughput(json, cost);
  json.Close(']').Name("storage").Open('[');
  for (const StorageCost& data : report.storage) WriteStorage(json, data);
  json.Close(']').Name("configured").Open('[');
  for (const ConfiguredCost& table : report.configured) {
    json.Open('{').Member("table", table.table).Member("dollars", table.dollars).Close('}');
  }
  json.Close(']').Name("loads").Open('[');
  for (const LoadCost& load : report.loads) WriteLoad(json, load);
  json.Close(']').Name("load_sums").Open('[');
  for (const LoadCost& load : report.load_sums) WriteLoad(json, load);
  json.Close(']').Name("claims").Open('[');
  for (const ClaimCost& claim : report.claims) WriteClaim(json, claim);
  json.Close(']').Name("month").Open('{').Member("read_units", report.read_month);
  json.Member("write_units", report.write_month).Member("on_demand_dollars", report.on_demand);
  json.Member("provisioned_dollars", report.provisioned).Member("data_dollars", report.data);
  json.Close('}').Name("break_even").Open('{').Member("read", report.read_break_even);
  json.Member("write", report.write_break_even).Close('}').Close('}');
  return std::move(json).Take();
}

}  // namespace trestle::model
