#pragma once

#include <deque>
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

// A part of a key whose shards are all read where its parameter is not given.
struct PlannedShards {
  std::string name;  // of the loop's variable
  const TemplatePart* part = nullptr;
  int count = 0;
};

struct RequestPlan {
  std::string key_condition;  // empty: none
  std::string filter;
  std::string projection;
  std::vector<std::pair<std::string, std::string>> names;  // "#n0" to the attribute
  std::vector<PlannedValue> values;
  std::deque<Operand> literals;  // that values point to, beside the pattern's own
  // What changes from query to query: the fan-out's parameter, a geo search's cell, and shards.
  std::string fan_out;
  bool cells = false;
  std::vector<PlannedShards> shards;
};

// What is fetched after an index was read (`load`) is filtered afterwards, and is not in it. Items
// of entities that the pattern does not name are filtered out where it can meet them.
RequestPlan PlanOf(const Model& model, const Pattern& pattern);
// What a step asks of its item: `filter`, names and values. Empty where it asks for nothing.
RequestPlan PlanOf(const Table& table, const Step& step);

// The variable that holds the shard in place of `part`, a part of a key; empty: none does.
std::string ShardName(const RequestPlan& plan, const TemplatePart& part);

// How generated code calls a pattern: by its name, unless an entity has that. A transaction, unless
// a pattern or an entity has it.
std::string FunctionName(const Model& model, const Pattern& pattern);
std::string FunctionName(const Model& model, const Transaction& transaction);
// What a step's write holds beside what it says: defaults, and what each write sets.
std::vector<Assignment> FurtherValues(const Entity& entity, const Step& step);

// A name of the model as an identifier of both languages.
std::string Identifier(std::string_view name);
// The same for what stands beside the names of the preludes: types and functions.
std::string DeclaredName(std::string_view name);
// The entity's attributes that its primary key is made of, in the order of the templates.
std::vector<std::string> KeyParts(const Table& table, const Entity& entity);
// The attribute must be there for the item to have a primary key, or is required anyway.
bool IsNeeded(const Table& table, const Entity& entity, const Attribute& attribute);

}  // namespace trestle::model
