#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/change_cost.h"
#include "model/model.h"
#include "operation/database.h"

namespace trestle {

// One step from a table as it is to what the model says.
struct TableChange {
  enum class Effect {
    kHarmless,
    kBreaks,     // takes away what requests may rely on
    kImpossible  // no update can do it: the table must be made anew
  };
  std::string table;
  std::string what;  // "adds index GSI1 (GSI1PK, GSI1SK)"
  Effect effect = Effect::kHarmless;
  std::string consequence;  // what breaks, or what else comes of it; empty: nothing
  model::ChangeCost cost;
  std::function<Status(Database&)> make;  // null: impossible
  // What the change takes away, or needs to be taken away before: "index GSI1". Empty: nothing.
  std::string frees;
  std::string needs;
};

struct PlanOptions {
  model::Prices prices;
  // The model that the tables are of now, whose patterns tell what a change breaks; null: unknown.
  const model::Model* before = nullptr;
  // What is paid once follows from what the tables hold, or from what the model expects.
  enum class Stock { kCounted, kExpected };
  Stock stock = Stock::kCounted;
};

struct Plan {
  std::vector<TableChange> changes;  // in the order in which they are to be made
  model::ChangeCosts costs;          // of the model, by what the tables hold
};

// What it takes to make the tables of the database those of the model. Indexes and settings that
// the model does not have are taken away; tables that it does not have are left alone.
Result<Plan> ChangesTo(const model::Model& model, Database& database,
                       const PlanOptions& options = {});

struct ApplyOptions {
  bool may_break = false;  // else such changes are left out
  // Told of each change before it is made.
  std::function<void(const TableChange&)> on_change = [](const TableChange&) {};
  // Between looks at a table that is being changed; false ends it. Null: a while.
  std::function<bool()> pause;
};
struct Applied {
  std::size_t made = 0;
  // What breaks, where it may not, what is impossible, and what waits for these.
  std::vector<TableChange> left;
};
// Makes the changes, each table ACTIVE before its next one, and writes the model's name and version
// into the tables' tags.
Result<Applied> Apply(const model::Model& model, Database& database, const ApplyOptions& options);

// Makes the tables of the model that are missing; looks at no others.
Status CreateMissing(const model::Model& model, Database& database);

}  // namespace trestle
