#pragma once

#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "cli/model_choice.h"
#include "transfer/item_reader.h"

namespace CLI {
class App;
}

namespace trestle {

// Which entity the lines of a file are, as it was given.
struct EntityArguments {
  std::string name;  // empty: none
  ModelChoice model;
};
void AddEntity(CLI::App& command, EntityArguments& arguments);

// How to read such lines, plain JSON without keys: an item as the model completes it, or all that
// is wrong with it.
struct EntityLines {
  std::string table;
  ItemLineParser parse;
};
// `clock` outlives what it gives.
Result<EntityLines> ReadEntity(const EntityArguments& arguments, const Clock& clock);

}  // namespace trestle
