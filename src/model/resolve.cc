#include "model/resolve.h"

#include "model/condition_text.h"
#include "model/plain_value.h"
#include "model/resolve_parts.h"

namespace trestle::model {
namespace {

bool IsPrimary(const Table& table, std::string_view attribute) {
  return attribute == table.partition_key.name ||
         (table.sort_key && attribute == table.sort_key->name);
}

void CheckTemplate(const Entity& entity, const Template& text, Problems& problems) {
  for (const TemplatePart& part : text.parts) {
    if (part.reference.empty()) continue;
    const std::string root(RootOf(part.reference));
    if (entity.FindAttribute(root) != nullptr || root == entity.version) continue;
    problems.Add(text.place, messages::UnknownAttribute(
                                 entity.name, root, DidYouMean(root, NamesOf(entity.attributes))));
  }
}

// What a key of the table is made of must be there.
void RequirePartsOf(Entity& entity, const Template& text) {
  for (const TemplatePart& part : text.parts) {
    for (Attribute& attribute : entity.attributes) {
      if (attribute.name == RootOf(part.reference)) attribute.required = true;
    }
  }
}

void CheckAttribute(const Entity& entity, Attribute& attribute, Problems& problems) {
  for (auto* value : {&attribute.default_value, &attribute.on_write}) {
    if (!*value) continue;
    auto* literal = std::get_if<AttributeValue>(&**value);
    if (literal == nullptr) continue;
    auto stored = FromPlain(attribute.shape, *literal);
    if (stored) {
      *literal = *std::move(stored);
    } else {
      problems.Add(attribute.place, messages::DefaultDoesNotFit(stored.error().message));
    }
  }
  if (attribute.computed) CheckTemplate(entity, *attribute.computed, problems);
  if (attribute.computed && entity.FindKey(attribute.name) != nullptr) {
    problems.Add(attribute.place, messages::KeyIsAttribute(attribute.name));
  }
}

void CheckKeys(const Table& table, Entity& entity, Problems& problems) {
  std::vector<std::string> primary = {table.partition_key.name};
  if (table.sort_key) primary.push_back(table.sort_key->name);
  for (const std::string& name : primary) {
    if (name.empty() || entity.FindKey(name) != nullptr) continue;
    bool declared = false;
    for (Attribute& attribute : entity.attributes) {
      if (attribute.name != name) continue;
      declared = true;
      if (!attribute.computed) attribute.required = true;
    }
    if (!declared) problems.Add(entity.place, messages::NoKeyTemplate(entity.name, name));
  }
  for (const EntityKey& key : entity.keys) {
    CheckTemplate(entity, key.value, problems);
    if (IsPrimary(table, key.attribute)) RequirePartsOf(entity, key.value);
    if (key.when) CheckConditionAttributes(&table, entity, *key.when, problems);
  }
}

void RequireAttribute(const Entity& entity, const std::string& name, Place place,
                      Problems& problems) {
  if (name.empty() || entity.FindAttribute(RootOf(name)) != nullptr) return;
  problems.Add(place, messages::UnknownAttribute(entity.name, name,
                                                 DidYouMean(name, NamesOf(entity.attributes))));
}

}  // namespace

std::string_view RootOf(std::string_view path) { return path.substr(0, path.find('.')); }

std::vector<std::string> AttributeNames(const Table* table, const Entity& entity) {
  std::vector<std::string> names = NamesOf(entity.attributes);
  for (const EntityKey& key : entity.keys) names.push_back(key.attribute);
  if (!entity.version.empty()) names.push_back(entity.version);
  if (table == nullptr) return names;
  names.push_back(table->entity_attribute);
  names.push_back(table->partition_key.name);
  if (table->sort_key) names.push_back(table->sort_key->name);
  if (!table->ttl.empty()) names.push_back(table->ttl);
  return names;
}

bool HasAttribute(const Table* table, const Entity& entity, std::string_view path) {
  for (const std::string& name : AttributeNames(table, entity)) {
    if (name == path || name == RootOf(path)) return true;
  }
  return false;
}

void CheckConditionAttributes(const Table* table, const Entity& entity, const ConditionText& text,
                              Problems& problems) {
  VisitOperands(text.condition, [&](const Operand& operand) {
    if (operand.kind == Operand::Kind::kParameter) {
      problems.Add(text.place, messages::Unknown("parameter", operand.name, ""));
      return;
    }
    if (operand.kind != Operand::Kind::kAttribute && operand.kind != Operand::Kind::kSize) return;
    if (operand.name.empty() || HasAttribute(table, entity, operand.name)) return;
    problems.Add(text.place, messages::UnknownAttribute(
                                 entity.name, operand.name,
                                 DidYouMean(operand.name, AttributeNames(table, entity))));
  });
}

void ResolveEntity(const Model& model, Entity& entity, Problems& problems) {
  const Table* table = model.FindTable(entity.table);
  for (Attribute& attribute : entity.attributes) CheckAttribute(entity, attribute, problems);
  if (table != nullptr) CheckKeys(*table, entity, problems);
  for (const std::string& name : entity.unique) {
    RequireAttribute(entity, name, entity.unique_place, problems);
  }
  if (const Attribute* version = entity.FindAttribute(entity.version)) {
    const bool number =
        version->shape.type == Type::kInteger || version->shape.type == Type::kNumber;
    if (!number) problems.Add(version->place, messages::VersionNotNumber(entity.version));
  }
  Require(model.entities, "entity", entity.parent, entity.parent_place, problems);
  for (const Reference& reference : entity.references) {
    RequireAttribute(entity, reference.attribute, reference.place, problems);
    Require(model.entities, "entity", reference.entity, reference.place, problems);
  }
  for (const Attribute& attribute : entity.attributes) {
    if (!attribute.since) continue;
    CheckConditionAttributes(table, entity, *attribute.since, problems);
    const bool time =
        attribute.shape.type == Type::kTimestamp || attribute.shape.type == Type::kDate;
    if (!time) problems.Add(attribute.place, messages::SinceNotTime(attribute.name));
  }
  for (const TtlRule& rule : entity.ttl) {
    if (table != nullptr && table->ttl.empty()) {
      problems.Add(rule.place, messages::NoTtlAttribute(table->name));
    }
    RequireAttribute(entity, rule.of, rule.place, problems);
    if (rule.when) CheckConditionAttributes(table, entity, *rule.when, problems);
    if (!rule.when && &rule != &entity.ttl.back()) {
      problems.Add(rule.place, messages::TtlHidesNext());
    }
  }
}

namespace {

void ResolveAlarm(const Model& model, const Alarm& alarm, Problems& problems) {
  Require(model.tables, "table", alarm.table, alarm.place, problems);
  if (alarm.index.empty()) return;
  const bool found = std::ranges::any_of(model.tables, [&](const Table& table) {
    return (alarm.table.empty() || alarm.table == table.name) &&
           table.FindIndex(alarm.index) != nullptr;
  });
  if (!found) problems.Add(alarm.place, messages::Unknown("index", alarm.index, ""));
}

}  // namespace

void Resolve(Model& model, Problems& problems) {
  for (Entity& entity : model.entities) ResolveEntity(model, entity, problems);
  for (Pattern& pattern : model.patterns) ResolvePattern(model, pattern, problems);
  for (Transaction& transaction : model.transactions) {
    ResolveTransaction(model, transaction, problems);
  }
  for (const Trigger& trigger : model.triggers) ResolveTrigger(model, trigger, problems);
  for (const Route& route : model.routes) ResolveRoute(model, route, problems);
  for (Sample& sample : model.samples) ResolveSample(model, sample, problems);
  for (PatternTest& test : model.tests) ResolveTest(model, test, problems);
  for (const MigrationRule& rule : model.migrations) ResolveMigration(model, rule, problems);
  for (const Alarm& alarm : model.alarms) ResolveAlarm(model, alarm, problems);
  for (const Claim& claim : model.claims) {
    Require(model.patterns, "pattern", claim.pattern, claim.place, problems);
    Require(model.tables, "table", claim.table, claim.place, problems);
  }
}

}  // namespace trestle::model
