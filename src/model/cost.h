#pragma once

#include <string>
#include <vector>

#include "model/model.h"
#include "model/pattern_cost.h"
#include "model/prices.h"

// What a design costs on the service: request units of each pattern, and dollars a month. The unit
// rules are those of value/capacity.h, which the server charges by as well.
namespace trestle::model {

// The throughput of a table or of one of its indexes.
struct ThroughputCost {
  std::string table;
  std::string index;     // empty: the table
  double read_rate = 0;  // units a second, of all patterns with a rate
  double write_rate = 0;
  double on_demand = 0;            // dollars a month
  std::int64_t read_capacity = 0;  // to provision, at the price list's utilisation
  std::int64_t write_capacity = 0;
  double provisioned = 0;                // dollars a month
  std::optional<Throughput> configured;  // what the file provisions
};

// What a table's data costs, beside its requests.
struct StorageCost {
  std::string table;
  double items = 0;
  double table_bytes = 0;  // billed: with the overhead of each item
  double index_bytes = 0;
  double storage = 0;  // dollars a month, each
  double pitr = 0;
  double backups = 0;
  double streams = 0;
};

// What a table costs with the units that the file provisions for it and its indexes.
struct ConfiguredCost {
  std::string table;
  double dollars = 0;  // a month, with its data
};

// A figure of the model's source, held against the rules.
struct ClaimCost {
  std::string what;
  std::string unit;  // "read units", "write units", "GB" or "dollars a month"
  double stated = 0;
  std::optional<double> computed;  // absent: nothing to compute it from
  bool agrees = true;
  std::string reason;  // where it does not
  Place place;
  int source_line = 0;
};

// A load that the source states. Loads "A: x" and "A, y" are parts of A, and are summed.
struct LoadCost {
  std::string name;
  double reads = 0;  // dollars a month
  double writes = 0;
  double total = 0;
  std::optional<double> stated;
  bool agrees = true;
  std::optional<double> increase;  // over the first of all, as a share: 0.65; of sums alone
  Place place;
  int source_line = 0;
};

struct CostReport {
  std::string model;
  Prices prices;
  std::vector<PatternCost> patterns;
  std::vector<ThroughputCost> throughput;
  std::vector<StorageCost> storage;
  std::vector<ConfiguredCost> configured;  // of tables that are not on demand
  std::vector<ClaimCost> claims;
  std::vector<LoadCost> loads;      // each
  std::vector<LoadCost> load_sums;  // by group, where there is more than one
  double read_month = 0;            // units
  double write_month = 0;
  double on_demand = 0;    // dollars a month: requests on demand, and data
  double provisioned = 0;  // dollars a month: capacity, and data
  double data = 0;         // of both: storage, backups, streams
  // The share of a provisioned unit that must be used before it is cheaper than on demand.
  double read_break_even = 0;
  double write_break_even = 0;
};

CostReport Cost(const Model& model, const Prices& prices);

// The dollars a month of one table as it is billed: its requests on demand, or the units that the
// file provisions; and its data.
double MonthOf(const CostReport& report, const Table& table);
const ClassPrices& PricesOf(const Table& table, const Prices& prices);
// Dollars for request units on demand.
double OnDemandDollars(double read, double write, const ClassPrices& prices);
// Dollars a month for units that are provisioned.
double ProvisionedDollars(const Throughput& units, const Table& table, const Prices& prices);

// The parts of it that need no prices and no rates.
std::vector<ClaimCost> ClaimCosts(const Model& model, const CostReport& report);
std::vector<LoadCost> LoadCosts(const Model& model, const Prices& prices);
std::vector<LoadCost> LoadSums(const std::vector<LoadCost>& loads);

}  // namespace trestle::model
