#include <algorithm>
#include <cmath>

#include "model/cost.h"
#include "model/words.h"
#include "value/capacity.h"

// The figures of a model's source against the rules.
namespace trestle::model {
namespace {

constexpr double kGigabyte = 1024.0 * 1024 * 1024;

// A document rounds: "~$534" is 534.6. A difference counts from one part in a hundred on.
bool Near(double stated, double computed) {
  return std::fabs(stated - computed) <= 0.011 * std::max(std::fabs(stated), std::fabs(computed));
}

std::string IndexList(const PatternCost& cost) {
  std::string names;
  for (const IndexUnits& of_index : cost.indexes) {
    if (!names.empty()) names.append(", ");
    names.append(of_index.index);
  }
  return names;
}

// A document gives the most that a read takes ("1-5 units"), so less is no contradiction, unless
// even the least is more.
bool ReadsAgree(double stated, double computed) {
  return computed <= stated || Near(stated, computed);
}

bool KnowsItsItems(const PatternCost& cost) {
  return cost.kind != PatternKind::kScan || cost.items > 0;
}

// What the units of a scan would read, where nobody says how many items there are.
std::string ScanReason(const PatternCost& cost, double stated) {
  const double bytes = stated * 2 * 4096;
  return "a scan reads every item, whatever it returns: " + Figure(stated) + " units are " +
         Bytes(bytes) + ", about " + Figure(std::floor(bytes / std::max(cost.item_bytes, 1.0))) +
         " items of " + Bytes(cost.item_bytes) + ", and more items cost more";
}

std::string ReadReason(const PatternCost& cost, double stated) {
  if (cost.kind == PatternKind::kScan) {
    return "a scan reads all " + Figure(cost.items) + " items of " + Bytes(cost.item_bytes) +
           ", filtered or not";
  }
  if (stated < 0.5) return "a read costs at least 0.5 units";
  return Figure(cost.items) + (cost.items == 1 ? " item of " : " items of ") +
         Bytes(cost.item_bytes) +
         (cost.requests > 1 ? " in " + Figure(cost.requests) + " requests" : "");
}

std::string WriteReason(const PatternCost& cost, double stated) {
  std::string reason;
  if (stated != std::floor(stated))
    reason = "write units are whole, a delete's too: at least 1 an item";
  if (!cost.indexes.empty()) {
    if (!reason.empty()) reason.append("; ");
    reason.append(std::to_string(cost.indexes.size()))
        .append(cost.indexes.size() == 1 ? " index entry (" : " index entries (")
        .append(IndexList(cost))
        .append(cost.indexes.size() == 1 ? ") is written as well" : ") are written as well");
  }
  if (cost.kind == PatternKind::kTransact) {
    if (!reason.empty()) reason.append("; ");
    reason.append("a transaction costs twice");
  }
  if (reason.empty()) {
    reason = Figure(cost.items) + (cost.items == 1 ? " item of " : " items of ") +
             Bytes(cost.item_bytes);
  }
  return reason;
}

// Documents give the units of a batch for each item.
double WriteUnitsEach(const PatternCost& cost) {
  return cost.kind == PatternKind::kBatchWrite && cost.items > 0 ? cost.WriteUnits() / cost.items
                                                                 : cost.WriteUnits();
}

const PatternCost* CostOf(const CostReport& report, const std::string& pattern) {
  const auto found = std::ranges::find(report.patterns, pattern, &PatternCost::pattern);
  return found == report.patterns.end() ? nullptr : &*found;
}

}  // namespace

namespace {

ClaimCost RowOf(const Claim& claim, std::string unit, double stated) {
  return {.what = claim.what,
          .unit = std::move(unit),
          .stated = stated,
          .place = claim.place,
          .source_line = claim.source_line};
}

ClaimCost ReadClaim(const Claim& claim, const PatternCost* cost) {
  ClaimCost row = RowOf(claim, "read units", *claim.read_units);
  if (cost == nullptr) return row;
  if (!KnowsItsItems(*cost)) {
    row.agrees = false;
    row.reason = ScanReason(*cost, row.stated);
    return row;
  }
  row.computed = cost->ReadUnits();
  row.agrees = ReadsAgree(row.stated, *row.computed);
  if (!row.agrees) row.reason = ReadReason(*cost, row.stated);
  return row;
}

ClaimCost WriteClaim(const Claim& claim, const PatternCost* cost) {
  ClaimCost row = RowOf(claim, "write units", *claim.write_units);
  if (cost == nullptr) return row;
  row.computed = WriteUnitsEach(*cost);
  row.agrees = Near(row.stated, *row.computed);
  if (!row.agrees) row.reason = WriteReason(*cost, row.stated);
  return row;
}

// Of a pattern; else of the whole, which may be a stated load, a sum of them, or all patterns.
ClaimCost DollarClaim(const Claim& claim, const PatternCost* cost, const CostReport& report) {
  ClaimCost row = RowOf(claim, "dollars a month", *claim.monthly_dollars);
  if (cost != nullptr) {
    if (!cost->rate) return row;
    row.computed = cost->on_demand;
    row.agrees = Near(row.stated, *row.computed);
    if (!row.agrees) {
      row.reason = Figure(*cost->rate) + " a second of " + Figure(cost->ReadUnits()) +
                   " read and " + Figure(cost->WriteUnits()) + " write units";
    }
    return row;
  }
  std::vector<double> totals;
  for (const LoadCost& load : report.loads) totals.push_back(load.total);
  for (const LoadCost& sum : report.load_sums) totals.push_back(sum.total);
  const bool rated = std::ranges::any_of(
      report.patterns, [](const PatternCost& each) { return each.rate.has_value(); });
  if (rated) totals.push_back(report.on_demand);
  if (totals.empty()) return row;
  const auto near =
      std::ranges::find_if(totals, [&](double total) { return Near(row.stated, total); });
  row.agrees = near != totals.end();
  row.computed = row.agrees ? *near : totals.back();
  if (!row.agrees) row.reason = rated ? "all patterns and the data" : "the load that is stated";
  return row;
}

ClaimCost StorageClaim(const Claim& claim, const CostReport& report) {
  ClaimCost row = RowOf(claim, "GB", *claim.storage_gb);
  double stored = 0;
  for (const StorageCost& data : report.storage) {
    if (claim.table.empty() || claim.table == data.table) {
      stored += data.table_bytes + data.index_bytes;
    }
  }
  if (stored == 0) return row;
  row.computed = stored / kGigabyte;
  row.agrees = ReadsAgree(row.stated, *row.computed);
  if (!row.agrees)
    row.reason = "all entities' counts and sizes, index entries and overhead included";
  return row;
}

ClaimCost PriceClaim(const Claim& claim, std::string unit, double stated, double price) {
  ClaimCost row = RowOf(claim, std::move(unit), stated);
  row.computed = price;
  row.agrees = Near(stated, price);
  if (!row.agrees) row.reason = "the price list says otherwise";
  return row;
}

}  // namespace

std::vector<ClaimCost> ClaimCosts(const Model& model, const CostReport& report) {
  std::vector<ClaimCost> all;
  for (const Claim& claim : model.claims) {
    const PatternCost* cost = CostOf(report, claim.pattern);
    if (claim.read_units) all.push_back(ReadClaim(claim, cost));
    if (claim.write_units) all.push_back(WriteClaim(claim, cost));
    if (claim.monthly_dollars) all.push_back(DollarClaim(claim, cost, report));
    if (claim.storage_gb) all.push_back(StorageClaim(claim, report));
    const ClassPrices& prices = report.prices.standard;
    if (claim.million_reads) {
      all.push_back(
          PriceClaim(claim, "dollars a million reads", *claim.million_reads, prices.read_million));
    }
    if (claim.million_writes) {
      all.push_back(PriceClaim(claim, "dollars a million writes", *claim.million_writes,
                               prices.write_million));
    }
  }
  return all;
}

std::vector<LoadCost> LoadCosts(const Model& model, const Prices& prices) {
  std::vector<LoadCost> all;
  for (const StatedLoad& load : model.loads) {
    const auto consistency =
        load.consistent ? ReadConsistency::kStrong : ReadConsistency::kEventual;
    const double read = ReadUnits(static_cast<std::size_t>(std::ceil(load.read_size)), consistency);
    const double write =
        WriteUnits(static_cast<std::size_t>(std::ceil(load.write_size)), WriteKind::kPlain);
    LoadCost cost{.name = load.name,
                  .stated = load.monthly_dollars,
                  .place = load.place,
                  .source_line = load.source_line};
    cost.reads = load.reads * read * prices.Seconds() / 1e6 * prices.standard.read_million;
    cost.writes = load.writes * write * prices.Seconds() / 1e6 * prices.standard.write_million;
    cost.total = cost.reads + cost.writes;
    cost.agrees = !cost.stated || Near(*cost.stated, cost.total);
    all.push_back(std::move(cost));
  }
  return all;
}

std::vector<LoadCost> LoadSums(const std::vector<LoadCost>& loads) {
  std::vector<LoadCost> sums;
  for (const LoadCost& load : loads) {
    const std::string group = load.name.substr(0, load.name.find_first_of(":,"));
    auto found = std::ranges::find(sums, group, &LoadCost::name);
    if (found == sums.end()) found = sums.insert(sums.end(), LoadCost{.name = group});
    found->reads += load.reads;
    found->writes += load.writes;
    found->total += load.total;
  }
  if (sums.size() < 2) return {};
  for (std::size_t i = 1; i < sums.size(); ++i) {
    if (sums[0].total > 0) sums[i].increase = sums[i].total / sums[0].total - 1;
  }
  return sums;
}

}  // namespace trestle::model
