#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/cost.h"
#include "model/model.h"
#include "model/prices.h"

namespace trestle::model {

// What a change of a design costs on the service: once, when it is made, and from then on.
struct ChangeCost {
  double read_units = 0;   // once
  double write_units = 0;  // once
  double once = 0;         // dollars for these units; 0 where they come out of provisioned ones
  double monthly = 0;      // dollars more a month; negative: less
  std::string remark;      // what a reader must know beside, such as why there is no figure

  bool IsNothing() const { return read_units == 0 && write_units == 0 && monthly == 0; }
};

// "once 1,000 write units ($0.0006); $1.25 a month more", "nothing".
std::string CostWords(const ChangeCost& cost);

// What a table holds.
struct Stock {
  double items = 0;
  double bytes = 0;
};

// Prices changes of a model, and of its tables, by the rules of `model cost`. What is paid once
// follows from what the tables hold; what is paid each month from the load and the counts that the
// model expects, or where it expects none from what they hold.
class ChangeCosts {
 public:
  // `held` is by table; of others what the model expects is taken to be there.
  ChangeCosts(const Model& model, const Prices& prices, const std::map<std::string, Stock>& held);

  const CostReport& report() const { return report_; }
  // Dollars a month of all tables, as they are billed.
  double Month() const;

  ChangeCost OfTable(const Table& table) const;
  // Of a table that is `after` instead of `before`, which differ in a setting.
  ChangeCost OfSetting(const Table& before, const Table& after) const;
  // Of an index of the table: filled once, then kept.
  ChangeCost OfIndex(const Table& table, const Index& index) const;
  // What an index that goes costs no longer.
  struct DroppedIndex {
    std::string name;
    double bytes = 0;                 // that it holds
    std::optional<Throughput> units;  // that are provisioned for it
    const Model* before = nullptr;    // whose load tells what is written to it; null: unknown
  };
  ChangeCost OfDroppedIndex(const Table& table, const DroppedIndex& index) const;
  // Every item of the entity is read and written once more. Entries of the indexes in `moved` are
  // taken out and put in elsewhere.
  ChangeCost OfRewriting(const Entity& entity, const std::vector<std::string>& moved) const;
  // Every item of the entity gets another primary key, by `trestle model migrate`.
  ChangeCost OfMoving(const Entity& entity) const;
  // Every item of the entity gets or loses `count` guards of unique values.
  ChangeCost OfGuards(const Entity& entity, std::size_t count) const;

 private:
  double MonthWith(const Model& model, const Table& table) const;
  // For each item of the entity, all of which are scanned.
  struct ForEach {
    double read_units = 0;
    double write_units = 0;
  };
  ChangeCost Scanned(const Entity& entity, const ForEach& each) const;

  Prices prices_;
  Model now_;       // counts and sizes are what the tables hold
  Model expected_;  // are what the model expects
  CostReport report_;
};

}  // namespace trestle::model
