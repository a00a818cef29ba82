#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/model.h"

// What generated code sends for a pattern, whatever its language.
namespace trestle::model {

// A value behind a placeholder: a template over the pattern's parameters, or an operand of its
// filter.
struct PlannedValue {
  std::string placeholder;
  const Template* key = nullptr;
  const Operand* operand = nullptr;
};

struct RequestPlan {
  std::string key_condition;  // empty: none
  std::string filter;
  std::string projection;
  std::vector<std::pair<std::string, std::string>> names;  // "#n0" to the attribute
  std::vector<PlannedValue> values;
  // Parameters that change from query to query: the fan-out's, a geo search's cell, and those of
  // which all shards are read where they are not given.
  std::string fan_out;
  bool cells = false;
  std::vector<std::pair<std::string, int>> shards;
};

RequestPlan PlanOf(const Pattern& pattern);
// What a step asks of its item: `filter`, names and values. Empty where it asks for nothing.
RequestPlan PlanOf(const Table& table, const Step& step);

// How generated code calls a transaction: by its name, unless a pattern or an entity has that.
std::string FunctionName(const Model& model, const Transaction& transaction);
// What a step's write holds beside what it says: defaults, and what each write sets.
std::vector<Assignment> FurtherValues(const Entity& entity, const Step& step);

// A name of the model as an identifier of both languages.
std::string Identifier(std::string_view name);
// The entity's attributes that its primary key is made of, in the order of the templates.
std::vector<std::string> KeyParts(const Table& table, const Entity& entity);
// The attribute must be there for the item to have a primary key, or is required anyway.
bool IsNeeded(const Table& table, const Entity& entity, const Attribute& attribute);

}  // namespace trestle::model
