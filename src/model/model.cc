#include "model/model.h"

#include <algorithm>

namespace trestle::model {
namespace {

template <class T>
const T* Named(const std::vector<T>& all, std::string_view name) {
  const auto found = std::ranges::find(all, name, &T::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

const Index* Table::FindIndex(std::string_view index) const { return Named(indexes, index); }
const EntityKey* Entity::FindKey(std::string_view attribute) const {
  const auto found = std::ranges::find(keys, attribute, &EntityKey::attribute);
  return found == keys.end() ? nullptr : &*found;
}
const Attribute* Entity::FindAttribute(std::string_view attribute) const {
  return Named(attributes, attribute);
}
const Parameter* Pattern::FindParameter(std::string_view parameter) const {
  return Named(parameters, parameter);
}
const Table* Model::FindTable(std::string_view table) const { return Named(tables, table); }
const Entity* Model::FindEntity(std::string_view entity) const { return Named(entities, entity); }
const Pattern* Model::FindPattern(std::string_view pattern) const {
  return Named(patterns, pattern);
}
const Transaction* Model::FindTransaction(std::string_view transaction) const {
  return Named(transactions, transaction);
}

}  // namespace trestle::model
