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

std::vector<ClaimCost> ClaimCosts(const Model& model, const CostReport& report) {
  std::vector<ClaimCost> all;
  double stored = 0;
  for (const StorageCost& data : report.storage) stored += data.table_bytes + data.index_bytes;
  for (const Claim& claim : model.claims) {
    const PatternCost* cost = CostOf(report, claim.pattern);
    const auto add = [&](std::string unit, double stated, std::optional<double> computed,
                         std::string reason) {
      ClaimCost row{.what = claim.what,
                    .unit = std::move(unit),
                    .stated = stated,
                    .computed = computed,
                    .place = claim.place,
                    .source_line = claim.source_line};
      row.agrees = !computed || Near(stated, *computed);
      if (!row.agrees) row.reason = std::move(reason);
      all.push_back(std::move(row));
    };
    if (claim.read_units) {
      add("read units", *claim.read_units,
          cost != nullptr ? std::optional(cost->ReadUnits()) : std::nullopt,
          cost != nullptr ? ReadReason(*cost, *claim.read_units) : "");
    }
    if (claim.write_units) {
      add("write units", *claim.write_units,
          cost != nullptr ? std::optional(WriteUnitsEach(*cost)) : std::nullopt,
          cost != nullptr ? WriteReason(*cost, *claim.write_units) : "");
    }
    if (claim.monthly_dollars) {
      add("dollars a month", *claim.monthly_dollars,
          cost != nullptr && cost->rate ? std::optional(cost->on_demand) : std::nullopt,
          cost != nullptr && cost->rate
              ? Figure(*cost->rate) + " a second of " + Figure(cost->ReadUnits()) + " read and " +
                    Figure(cost->WriteUnits()) + " write units"
              : "");
    }
    if (claim.storage_gb) {
      add("GB", *claim.storage_gb, stored > 0 ? std::optional(stored / kGigabyte) : std::nullopt,
          "all entities' counts and sizes, index entries and overhead included");
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
    const std::string group = load.name.substr(0, load.name.find(':'));
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
