#include "model/cost.h"

#include <algorithm>
#include <cmath>

#include "base/quantity.h"
#include "model/sizes.h"

namespace trestle::model {
namespace {

constexpr double kGigabyte = 1024.0 * 1024 * 1024;
constexpr double kMillion = 1e6;
constexpr double kPartitionWriteUnits = 1000;
constexpr double kPartitionReadUnits = 3000;
constexpr double kPartitionBytes = 10 * kGigabyte;

std::int64_t CapacityFor(double rate, const Prices& prices) {
  if (rate <= 0) return 1;
  // A rate that is a whole multiple stays one: 70 / 0.7 is 100, not 101.
  const double needed = std::ceil(rate / prices.utilisation - 1e-9);
  return static_cast<std::int64_t>(std::clamp(needed, 1.0, kMostOfAFigure));
}

void Price(ThroughputCost& cost, const Table& table, const Prices& prices) {
  cost.on_demand = OnDemandDollars(cost.read_rate * prices.Seconds(),
                                   cost.write_rate * prices.Seconds(), PricesOf(table, prices));
  cost.read_capacity = CapacityFor(cost.read_rate, prices);
  cost.write_capacity = CapacityFor(cost.write_rate, prices);
  cost.provisioned =
      ProvisionedDollars({.read = cost.read_capacity, .write = cost.write_capacity}, table, prices);
}

// The table's own throughput carries its local indexes'.
std::vector<ThroughputCost> ThroughputOf(const Model& model, const CostReport& report) {
  std::vector<ThroughputCost> all;
  for (const Table& table : model.tables) {
    ThroughputCost own{.table = table.name, .configured = table.provisioned};
    std::vector<ThroughputCost> of_indexes;
    for (const Index& index : table.indexes) {
      if (index.local) continue;
      of_indexes.push_back(
          {.table = table.name, .index = index.name, .configured = index.throughput});
    }
    for (const PatternCost& pattern : report.patterns) {
      if (pattern.table != table.name || !pattern.rate) continue;
      own.read_rate += *pattern.rate * pattern.table_read;
      own.write_rate += *pattern.rate * pattern.table_write;
      for (const IndexUnits& units : pattern.indexes) {
        const auto found = std::ranges::find(of_indexes, units.index, &ThroughputCost::index);
        ThroughputCost& cost = found == of_indexes.end() ? own : *found;
        cost.read_rate += *pattern.rate * units.read;
        cost.write_rate += *pattern.rate * units.write;
      }
    }
    all.push_back(std::move(own));
    for (ThroughputCost& cost : of_indexes) all.push_back(std::move(cost));
  }
  for (ThroughputCost& cost : all) Price(cost, *model.FindTable(cost.table), report.prices);
  return all;
}

double StreamDollars(const Model& model, const StorageCost& data, const CostReport& report) {
  const Table& table = *model.FindTable(data.table);
  if (table.stream == StreamView::kNone) return 0;
  double shards = std::max(1.0, std::ceil(data.table_bytes / kPartitionBytes));
  for (const ThroughputCost& cost : report.throughput) {
    if (cost.table != table.name || !cost.index.empty()) continue;
    shards = std::max(shards, std::ceil(cost.write_rate / kPartitionWriteUnits +
                                        cost.read_rate / kPartitionReadUnits));
  }
  const Prices& prices = report.prices;
  const double reads = shards * prices.polls_a_second * prices.Seconds();
  return std::max(0.0, reads - prices.free_stream_reads) / 1e5 * prices.stream_reads;
}

StorageCost StorageOf(const Model& model, const Table& table, const CostReport& report) {
  const Prices& prices = report.prices;
  StorageCost data{.table = table.name};
  double local_bytes = 0;
  for (const Entity& entity : model.entities) {
    if (entity.table != table.name || !entity.count) continue;
    const auto count = static_cast<double>(*entity.count);
    data.items += count;
    data.table_bytes += count * (ItemBytes(model, entity) + prices.item_overhead);
    for (const Index& index : table.indexes) {
      const double entry = EntryBytes(model, entity, index);
      if (entry == 0) continue;
      data.index_bytes += count * (entry + prices.item_overhead);
      if (index.local) local_bytes += count * (entry + prices.item_overhead);
    }
  }
  const double gigabytes = (data.table_bytes + data.index_bytes) / kGigabyte;
  data.storage = std::max(0.0, gigabytes - prices.free_storage) * PricesOf(table, prices).storage;
  const double backed_up = (data.table_bytes + local_bytes) / kGigabyte;
  if (table.pitr_days) data.pitr = backed_up * prices.pitr;
  if (table.backups && table.backups->every.count() > 0) {
    const double kept = static_cast<double>(table.backups->keep.count()) /
                        static_cast<double>(table.backups->every.count());
    data.backups = backed_up * kept * prices.backup;
  }
  data.streams = StreamDollars(model, data, report);
  return data;
}

}  // namespace

const ClassPrices& PricesOf(const Table& table, const Prices& prices) {
  return table.infrequent_access ? prices.infrequent_access : prices.standard;
}

double OnDemandDollars(double read, double write, const ClassPrices& prices) {
  return read / kMillion * prices.read_million + write / kMillion * prices.write_million;
}

double ProvisionedDollars(const Throughput& units, const Table& table, const Prices& prices) {
  const ClassPrices& of_class = PricesOf(table, prices);
  return prices.Hours() * (static_cast<double>(units.read) * of_class.read_hour +
                           static_cast<double>(units.write) * of_class.write_hour);
}

double MonthOf(const CostReport& report, const Table& table) {
  double dollars = 0;
  for (const ThroughputCost& cost : report.throughput) {
    if (cost.table != table.name) continue;
    dollars += table.provisioned ? ProvisionedDollars(cost.configured.value_or(*table.provisioned),
                                                      table, report.prices)
                                 : cost.on_demand;
  }
  for (const StorageCost& data : report.storage) {
    if (data.table != table.name) continue;
    dollars += data.storage + data.pitr + data.backups + data.streams;
  }
  return dollars;
}

CostReport Cost(const Model& model, const Prices& prices) {
  CostReport report{.model = model.name, .prices = prices};
  for (const Pattern& pattern : model.patterns) {
    PatternCost cost = UnitsOf(model, pattern);
    if (cost.rate) {
      const double runs = *cost.rate * prices.Seconds();
      report.read_month += runs * cost.ReadUnits();
      report.write_month += runs * cost.WriteUnits();
      const Table* const table = model.FindTable(cost.table);
      cost.on_demand =
          OnDemandDollars(runs * cost.ReadUnits(), runs * cost.WriteUnits(),
                          table == nullptr ? prices.standard : PricesOf(*table, prices));
    }
    report.patterns.push_back(std::move(cost));
  }
  report.throughput = ThroughputOf(model, report);
  for (const ThroughputCost& cost : report.throughput) {
    report.on_demand += cost.on_demand;
    report.provisioned += cost.provisioned;
  }
  for (const Table& table : model.tables) {
    report.storage.push_back(StorageOf(model, table, report));
    const StorageCost& data = report.storage.back();
    report.data += data.storage + data.pitr + data.backups + data.streams;
  }
  for (const Table& table : model.tables) {
    if (!table.provisioned) continue;
    report.configured.push_back({.table = table.name, .dollars = MonthOf(report, table)});
  }
  report.on_demand += report.data;
  report.provisioned += report.data;
  const ClassPrices& standard = prices.standard;
  report.read_break_even = standard.read_hour / (3600 * standard.read_million / kMillion);
  report.write_break_even = standard.write_hour / (3600 * standard.write_million / kMillion);
  report.loads = LoadCosts(model, prices);
  report.load_sums = LoadSums(report.loads);
  report.claims = ClaimCosts(model, report);
  return report;
}

}  // namespace trestle::model
