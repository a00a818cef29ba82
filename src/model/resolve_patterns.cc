#include <algorithm>

#include "model/condition_text.h"
#include "model/plain_value.h"
#include "model/resolve_parts.h"

namespace trestle::model {
namespace {

void ResolveTable(const Model& model, Pattern& pattern, Problems& problems) {
  Require(model.tables, "table", pattern.table, pattern.place, problems);
  for (const std::string& name : pattern.entities) {
    Require(model.entities, "entity", name, pattern.entities_place, problems);
    const Entity* entity = model.FindEntity(name);
    if (entity == nullptr) continue;
    if (pattern.table.empty()) pattern.table = entity->table;
    if (pattern.table != entity->table) {
      problems.Add(pattern.place, messages::EntitiesOfTwoTables(pattern.table, entity->table));
    }
  }
  if (pattern.table.empty() && model.tables.size() == 1) pattern.table = model.tables[0].name;
  if (pattern.table.empty() && pattern.kind != PatternKind::kTransact) {
    problems.Add(pattern.place, messages::Missing("pattern " + pattern.name, "entity"));
  }
}

bool TestsEqual(const Pattern& pattern, std::string_view attribute) {
  return std::ranges::any_of(pattern.where, [&](const KeyTest& test) {
    return test.attribute == attribute && test.kind == KeyTest::Kind::kEqual;
  });
}

// Whether `where` gives one whole key of the table.
bool GivesWholeKey(const Table& table, const Pattern& pattern) {
  if (!pattern.index.empty() || pattern.fan_out || pattern.geo || pattern.filter) return false;
  if (pattern.where.size() != (table.sort_key ? 2U : 1U)) return false;
  return TestsEqual(pattern, table.partition_key.name) &&
         (!table.sort_key || TestsEqual(pattern, table.sort_key->name));
}

// Attributes that `where`, `filter` and `project` name must be somebody's.
class NameCheck {
 public:
  NameCheck(const Model& model, const Table* table, const Pattern& pattern)
      : table_(table), free_(pattern.entities.empty()) {
    for (const std::string& name : pattern.entities) {
      if (const Entity* entity = model.FindEntity(name)) entities_.push_back(entity);
    }
    if (table == nullptr) return;
    for (const Index& index : table->indexes) {
      for (const KeyAttribute& key : index.partition_key) keys_.push_back(key.name);
      for (const KeyAttribute& key : index.sort_key) keys_.push_back(key.name);
    }
  }

  void Check(std::string_view path, Place place, Problems& problems) const {
    if (free_ || entities_.empty() || path.empty()) return;
    std::vector<std::string> names = keys_;
    for (const Entity* entity : entities_) {
      if (HasAttribute(table_, *entity, path)) return;
      const std::vector<std::string> own = AttributeNames(table_, *entity);
      names.insert(names.end(), own.begin(), own.end());
    }
    if (std::ranges::find(keys_, path) != keys_.end()) return;
    if (entities_.size() == 1) {
      problems.Add(place,
                   messages::UnknownAttribute(entities_[0]->name, path, DidYouMean(path, names)));
    } else {
      problems.Add(place, messages::Unknown("attribute", path, DidYouMean(path, names)));
    }
  }

 private:
  const Table* table_;
  bool free_;
  std::vector<const Entity*> entities_;
  std::vector<std::string> keys_;
};

void CheckNames(const Model& model, const Pattern& pattern, Problems& problems) {
  const Table* table = model.FindTable(pattern.table);
  const NameCheck names(model, table, pattern);
  const bool index_missing =
      table == nullptr || (!pattern.index.empty() && table->FindIndex(pattern.index) == nullptr);
  for (const KeyTest& test : pattern.where) {
    if (!index_missing) names.Check(test.attribute, test.place, problems);
  }
  for (const std::string& path : pattern.project)
    names.Check(path, pattern.project_place, problems);
  if (pattern.geo) names.Check(pattern.geo->attribute, pattern.place, problems);
  if (!pattern.filter) return;
  VisitOperands(pattern.filter->condition, [&](const Operand& operand) {
    if (operand.kind == Operand::Kind::kAttribute || operand.kind == Operand::Kind::kSize) {
      names.Check(operand.name, pattern.filter->place, problems);
    }
  });
}

}  // namespace

void ResolvePattern(const Model& model, Pattern& pattern, Problems& problems) {
  ResolveTable(model, pattern, problems);
  Require(model.transactions, "transaction", pattern.transaction, pattern.place, problems);
  Require(model.entities, "entity", pattern.load, pattern.place, problems);
  const Table* table = model.FindTable(pattern.table);
  if (!pattern.kind_given && table != nullptr && pattern.kind == PatternKind::kQuery &&
      GivesWholeKey(*table, pattern)) {
    pattern.kind = PatternKind::kGet;
  }
  CheckNames(model, pattern, problems);
  InferParameters(model, pattern, problems);
  CheckParameterDefaults(pattern.parameters, problems);
}

void CheckParameterDefaults(std::vector<Parameter>& parameters, Problems& problems) {
  for (Parameter& parameter : parameters) {
    if (!parameter.default_value) continue;
    auto* literal = std::get_if<AttributeValue>(&*parameter.default_value);
    if (literal == nullptr) continue;
    auto stored = FromPlain(parameter.shape, *literal);
    if (stored) {
      *literal = *std::move(stored);
    } else {
      problems.Add(parameter.place, messages::DefaultDoesNotFit(stored.error().message));
    }
  }
}

}  // namespace trestle::model
