#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "model/check_report.h"
#include "model/cost.h"
#include "model/geo_cells.h"
#include "model/key_use.h"
#include "model/prices.h"
#include "model/words.h"

// Rules about the figures of a model's source.
namespace trestle::model {
namespace {

constexpr double kGigabyte = 1024.0 * 1024 * 1024;

// What a figure says of units holds only as far as the file states what it comes from.
bool IsFirm(const Model& model, const CostReport& costs, const ClaimCost& claim) {
  if (claim.unit == "write units") return true;
  const auto written = std::ranges::find_if(model.claims, [&](const Claim& each) {
    return each.place == claim.place && each.what == claim.what;
  });
  if (written == model.claims.end()) return false;
  const auto cost = std::ranges::find(costs.patterns, written->pattern, &PatternCost::pattern);
  if (cost == costs.patterns.end()) return false;
  return cost->kind == PatternKind::kGet || cost->assumed.empty();
}

void WrongUnits(const Model& model, Report& report) {
  if (model.claims.empty()) return;
  const CostReport costs = Cost(model, Prices{});
  for (const ClaimCost& claim : costs.claims) {
    if (claim.agrees || !claim.computed || claim.unit == "GB" || !IsFirm(model, costs, claim)) {
      continue;
    }
    const Subject subject{"the figure \"" + claim.what + "\"", claim.place, claim.source_line};
    report.Add(subject, claim.place,
               claim.what + ": it is " + Figure(*claim.computed) + " " + claim.unit + ", because " +
                   claim.reason);
  }
}

constexpr double kRoughly = 1.5;  // documents say "about"

void WrongStorage(const Model& model, Report& report) {
  if (std::ranges::none_of(model.claims,
                           [](const Claim& claim) { return claim.storage_gb.has_value(); })) {
    return;
  }
  const CostReport costs = Cost(model, Prices{});
  for (const Claim& claim : model.claims) {
    if (!claim.storage_gb) continue;
    double bytes = 0;
    for (const StorageCost& cost : costs.storage) {
      if (claim.table.empty() || cost.table == claim.table) {
        bytes += cost.table_bytes + cost.index_bytes;
      }
    }
    // Where an entity is not counted, there is more than is computed, but never less.
    const bool whole = std::ranges::all_of(model.entities, [&](const Entity& entity) {
      return entity.count || !entity.parent.empty() ||
             (!claim.table.empty() && entity.table != claim.table);
    });
    const double computed = bytes / kGigabyte;
    const bool low = computed > *claim.storage_gb * kRoughly;
    const bool high = whole && computed > 0 && computed * kRoughly < *claim.storage_gb;
    if (!low && !high) continue;
    report.Add(About(claim), {},
               claim.what + ": the counts and sizes come to " + Figure(computed) +
                   " GB with index entries");
  }
}

// A month's price of everything, where rates and sizes tell it without assumptions.
void WrongMonth(const Model& model, const Prices& prices, Report& report) {
  const bool stated = std::ranges::any_of(model.claims, [](const Claim& claim) {
    return claim.monthly_dollars && *claim.monthly_dollars > 0 && claim.pattern.empty();
  });
  if (!stated) return;
  const CostReport costs = Cost(model, prices);
  const bool rated = std::ranges::any_of(
      costs.patterns, [](const PatternCost& cost) { return cost.rate.has_value(); });
  const bool firm = std::ranges::all_of(
      costs.patterns, [](const PatternCost& cost) { return !cost.rate || cost.assumed.empty(); });
  if (!rated || !firm) return;
  double configured = 0;
  for (const ConfiguredCost& table : costs.configured) configured += table.dollars;
  for (const Claim& claim : model.claims) {
    if (!claim.monthly_dollars || *claim.monthly_dollars == 0 || !claim.pattern.empty()) continue;
    const double dollars = *claim.monthly_dollars;
    const auto near = [&](double total) {
      return dollars <= total * kRoughly && total <= dollars * kRoughly;
    };
    const bool known = near(costs.on_demand) || near(costs.provisioned) || near(configured) ||
                       std::ranges::any_of(costs.loads, near, &LoadCost::total) ||
                       std::ranges::any_of(costs.load_sums, near, &LoadCost::total);
    if (known) continue;
    report.Add(About(claim), {},
               claim.what + ": the stated rates, counts and sizes come to " +
                   Dollars(costs.on_demand) + " a month on demand, and to " +
                   Dollars(costs.provisioned) + " provisioned");
  }
}

void WrongPrice(const Model& model, Report& report) {
  const Prices prices;
  const auto differs = [](std::optional<double> stated, double price) {
    return stated && std::fabs(*stated - price) > 0.001 * price;
  };
  for (const Claim& claim : model.claims) {
    if (!differs(claim.million_reads, prices.standard.read_million) &&
        !differs(claim.million_writes, prices.standard.write_million)) {
      continue;
    }
    report.Add(About(claim), {},
               claim.what + ": since " + prices.date + " a million costs " + "$" +
                   Figure(prices.standard.read_million) + " to read and $" +
                   Figure(prices.standard.write_million) + " to write in " + prices.region);
  }
  const auto on_demand =
      std::ranges::find_if(model.tables, [](const Table& table) { return !table.provisioned; });
  for (const Claim& claim : model.claims) {
    const bool nothing = claim.monthly_dollars && *claim.monthly_dollars == 0;
    if (!nothing || on_demand == model.tables.end() || model.patterns.empty()) continue;
    report.Add(About(claim), {},
               claim.what + ": " + on_demand->name +
                   " is on demand, where every request is paid for; the capacity of the free tier "
                   "is for provisioned tables");
  }
  WrongMonth(model, prices, report);
  for (const LoadCost& load : LoadCosts(model, prices)) {
    if (load.agrees || !load.stated) continue;
    const Subject subject{"the load \"" + load.name + "\"", load.place, load.source_line};
    report.Add(subject, load.place,
               "the load \"" + load.name + "\" costs " + Dollars(load.total) +
                   " a month on demand, not " + Dollars(*load.stated));
  }
}

void TooFewCells(const Model& model, Report& report) {
  for (const Claim& claim : model.claims) {
    if (!claim.cells) continue;
    const Pattern* pattern = model.FindPattern(claim.pattern);
    std::optional<double> radius = claim.radius_km;
    int precision = claim.precision;
    if (!radius && pattern != nullptr && pattern->geo) {
      radius = StatedRadius(*pattern);
      precision = pattern->geo->precision;
    }
    if (!radius) continue;
    const double cells = GeohashCells(*radius, precision);
    if (cells <= *claim.cells) continue;
    report.Add(About(claim), {},
               claim.what + ": a circle of " + Figure(*radius) + " km touches at least " +
                   Figure(cells) + " cells of precision " + std::to_string(precision) +
                   ", so items within it are missed");
  }
}

constexpr std::array kFiguresRules = {
    Rule{.id = "wrong-units",
         .severity = Severity::kWarning,
         .summary = "A figure for request units contradicts the service's rules.",
         .instead = "what `trestle model cost` computes",
         .check = WrongUnits},
    Rule{.id = "wrong-storage",
         .severity = Severity::kWarning,
         .summary = "A figure for storage contradicts the stated counts and sizes.",
         .instead = "what `trestle model cost` computes, with the entries of every index",
         .check = WrongStorage},
    Rule{.id = "wrong-price",
         .severity = Severity::kWarning,
         .summary = "A price or a monthly cost contradicts the price list.",
         .instead = "what `trestle model cost` computes",
         .check = WrongPrice},
    Rule{.id = "too-few-cells",
         .severity = Severity::kError,
         .summary = "The stated geohash cells do not cover the stated radius.",
         .instead = "fewer characters or more cells; a pattern's `geo` asks for all that are "
                    "needed",
         .check = TooFewCells},
};

}  // namespace

std::span<const Rule> FigureRules() { return kFiguresRules; }

}  // namespace trestle::model
