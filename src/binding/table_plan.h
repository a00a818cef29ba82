#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/model.h"
#include "operation/database.h"

namespace trestle {

// The request that makes a table of a model.
CreateTableRequest CreateRequestOf(const model::Model& model, const model::Table& table);

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
  std::string cost;                       // empty: nothing worth saying
  std::function<Status(Database&)> make;  // null: impossible
};

// What it takes to make the tables of the database those of the model, in the order in which it is
// to be done. Indexes and settings that the model does not have are taken away; tables that it does
// not have are left alone.
Result<std::vector<TableChange>> ChangesTo(const model::Model& model, Database& database);

struct ApplyOptions {
  bool may_break = false;  // else such changes are left out
  // Told of each change before it is made.
  std::function<void(const TableChange&)> on_change = [](const TableChange&) {};
  // Between looks at a table that is being changed; false ends it. Null: a while.
  std::function<bool()> pause;
};
struct Applied {
  std::size_t made = 0;
  std::vector<TableChange> left;  // what breaks, where it may not, and what is impossible
};
// Makes the changes, each table ACTIVE before its next one, and writes the model's name and version
// into the tables' tags.
Result<Applied> Apply(const model::Model& model, Database& database, const ApplyOptions& options);

// Makes the tables of the model that are missing; looks at no others.
Status CreateMissing(const model::Model& model, Database& database);

inline constexpr const char* kModelTag = "trestle:model";
inline constexpr const char* kVersionTag = "trestle:model-version";

}  // namespace trestle
