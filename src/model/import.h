#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/model.h"

// Models made from what is there already.
namespace trestle::model {

// A data model of NoSQL Workbench: its facets become entities, the aliases of their keys templates,
// its data samples. `file` is its name, for messages.
Result<Model> FromNoSqlWorkbench(std::string_view text, std::string_view file);

// A table as it is, and some of its items.
struct SeenTable {
  Table table;
  std::vector<Item> items;
};
// Entities are guessed: items with one value of the entity attribute, or whose keys begin alike,
// are one. Parts of keys that are the same in all of them are text, parts that an attribute repeats
// are that attribute.
Model FromTable(const SeenTable& seen);

// What both share: the entities of a table from items, added to `model`.
void GuessEntities(const SeenTable& seen, Model& model);
// A pattern for each entity's key and for each index that has it.
void AddPatterns(Model& model);
// A name that a model may have: letters, digits, - and _.
std::string ModelName(std::string_view name);

}  // namespace trestle::model
