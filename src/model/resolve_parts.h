#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/fields.h"
#include "model/hint.h"
#include "model/messages.h"
#include "model/model.h"

namespace trestle::model {

void ResolveEntity(const Model& model, Entity& entity, Problems& problems);
void ResolvePattern(const Model& model, Pattern& pattern, Problems& problems);
// Adds what a pattern's texts mention and `parameters` does not list.
void InferParameters(const Model& model, Pattern& pattern, Problems& problems);
void ResolveTransaction(const Model& model, Transaction& transaction, Problems& problems);
void ResolveTrigger(const Model& model, const Trigger& trigger, Problems& problems);
void ResolveRoute(const Model& model, const Route& route, Problems& problems);
void ResolveSample(const Model& model, Sample& sample, Problems& problems);
void ResolveTest(const Model& model, PatternTest& test, Problems& problems);
void ResolveMigration(const Model& model, const MigrationRule& rule, Problems& problems);
void CheckParameterDefaults(std::vector<Parameter>& parameters, Problems& problems);

std::string_view RootOf(std::string_view path);
// Whether items of the entity may have the attribute: declared, a key, or one that is kept for it.
bool HasAttribute(const Table* table, const Entity& entity, std::string_view path);
std::vector<std::string> AttributeNames(const Table* table, const Entity& entity);
void CheckConditionAttributes(const Table* table, const Entity& entity, const ConditionText& text,
                              Problems& problems);

template <class T>
std::vector<std::string> NamesOf(const std::vector<T>& all) {
  std::vector<std::string> names;
  for (const T& one : all) names.push_back(one.name);
  return names;
}

// Reports a name that is not among `all`; an empty one has been reported before.
template <class T>
void Require(const std::vector<T>& all, std::string_view kind, const std::string& name, Place place,
             Problems& problems) {
  if (name.empty()) return;
  const std::vector<std::string> names = NamesOf(all);
  for (const std::string& one : names) {
    if (one == name) return;
  }
  problems.Add(place, messages::Unknown(kind, name, DidYouMean(name, names)));
}

}  // namespace trestle::model
