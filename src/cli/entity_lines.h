#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "cli/entity_puts.h"
#include "cli/model_choice.h"
#include "transfer/item_reader.h"

namespace CLI {
class App;
}

namespace trestle {

class Database;

// Which entity the lines of a file are, as it was given.
struct EntityArguments {
  std::string name;  // empty: none
  ModelChoice model;
};
void AddEntity(CLI::App& command, EntityArguments& arguments);

// How to read such lines, plain JSON without keys: an item as the model completes it, or all that
// is wrong with it. What the model would make up and never change is left to the put, which knows
// whether the item is new.
struct EntityLines {
  std::string table;
  ItemLineParser parse;
  // How to put them into a table of this name. The database outlives what it gives.
  std::function<std::unique_ptr<const EntityPuts>(Database& database, const std::string& table)>
      puts;
};
// `clock` outlives what it gives.
Result<EntityLines> ReadEntity(const EntityArguments& arguments, const Clock& clock);

}  // namespace trestle
