#include <algorithm>
#include <functional>

#include "model/condition_text.h"
#include "model/migration_messages.h"
#include "model/plain_value.h"
#include "model/resolve_parts.h"

namespace trestle::model {
namespace {

// Parameters that a transaction's steps mention without listing them.
class Inference {
 public:
  Inference(const Model& model, Transaction& transaction, Problems& problems)
      : model_(model), transaction_(transaction), problems_(problems) {}

  void Run() {
    for (const Step& step : transaction_.steps) {
      Require(model_.entities, "entity", step.entity, step.place, problems_);
      const Entity* entity = model_.FindEntity(step.entity);
      if (entity == nullptr) continue;
      for (const auto* assignments : {&step.key, &step.values, &step.set, &step.add}) {
        for (const Assignment& assignment : *assignments) FromAssignment(*entity, step, assignment);
      }
      for (const std::string& name : step.remove) CheckName(*entity, step, name);
      if (step.condition) FromCondition(*entity, *step.condition);
      CheckKey(*entity, step);
    }
  }

 private:
  void Add(const std::string& name, Place place, const Shape* shape) {
    for (const Parameter& parameter : transaction_.parameters) {
      if (parameter.name == RootOf(name)) return;
    }
    Parameter parameter;
    parameter.name = RootOf(name);
    parameter.place = place;
    if (parameter.name != name) {
      parameter.shape.type = Type::kMap;
    } else if (shape != nullptr) {
      parameter.shape = *shape;
    }
    transaction_.parameters.push_back(std::move(parameter));
  }

  void CheckName(const Entity& entity, const Step& step, const std::string& name) {
    const Table* table = model_.FindTable(entity.table);
    if (HasAttribute(table, entity, name)) return;
    if (!entity.strict && entity.attributes.empty()) return;
    problems_.Add(step.place,
                  messages::UnknownAttribute(entity.name, name,
                                             DidYouMean(name, AttributeNames(table, entity))));
  }

  void FromAssignment(const Entity& entity, const Step& step, const Assignment& assignment) {
    CheckName(entity, step, assignment.attribute);
    const auto* text = std::get_if<Template>(&assignment.value);
    if (text == nullptr) return;
    const Attribute* attribute = entity.FindAttribute(assignment.attribute);
    const bool alone = text->parts.size() == 1 && text->parts[0].formats.empty();
    for (const TemplatePart& part : text->parts) {
      if (part.reference.empty()) continue;
      Add(part.reference, text->place, alone && attribute != nullptr ? &attribute->shape : nullptr);
    }
  }

  void FromCondition(const Entity& entity, const ConditionText& text) {
    const Table* table = model_.FindTable(entity.table);
    VisitOperands(text.condition, [&](const Operand& operand) {
      if (operand.kind == Operand::Kind::kParameter) {
        const Attribute* same = entity.FindAttribute(operand.name);
        static const Shape kAnything{.type = Type::kAny};
        Add(operand.name, text.place, same != nullptr ? &same->shape : &kAnything);
      }
      const bool named =
          operand.kind == Operand::Kind::kAttribute || operand.kind == Operand::Kind::kSize;
      if (!named || operand.name.empty() || HasAttribute(table, entity, operand.name)) return;
      problems_.Add(text.place, messages::UnknownAttribute(
                                    entity.name, operand.name,
                                    DidYouMean(operand.name, AttributeNames(table, entity))));
    });
  }

  // An update, delete or check says all that its key is made of.
  void CheckKey(const Entity& entity, const Step& step) {
    const Table* table = model_.FindTable(entity.table);
    if (table == nullptr || step.kind == Step::Kind::kPut) return;
    std::vector<std::string> primary = {table->partition_key.name};
    if (table->sort_key) primary.push_back(table->sort_key->name);
    for (const std::string& name : primary) {
      if (Assigns(step, name)) continue;
      const EntityKey* key = entity.FindKey(name);
      if (key == nullptr) {
        problems_.Add(step.place, messages::StepKeyMissing(entity.name, name));
        continue;
      }
      for (const TemplatePart& part : key->value.parts) {
        const std::string_view root = RootOf(part.reference);
        if (root.empty() || Assigns(step, root)) continue;
        problems_.Add(step.place, messages::StepKeyMissing(entity.name, root));
      }
    }
  }

  static bool Assigns(const Step& step, std::string_view name) {
    return std::ranges::find(step.key, name, &Assignment::attribute) != step.key.end();
  }

  const Model& model_;
  Transaction& transaction_;
  Problems& problems_;
};

void CheckOldOrNew(const Model& model, const Trigger& trigger, std::string_view path, Place place,
                   Problems& problems) {
  if (!path.starts_with("new.") && !path.starts_with("old.")) {
    problems.Add(place, messages::OldOrNew(path));
    return;
  }
  const Entity* entity = model.FindEntity(trigger.entity);
  if (entity == nullptr) return;
  const Table* table = model.FindTable(entity->table);
  if (HasAttribute(table, *entity, path.substr(4))) return;
  problems.Add(place,
               messages::Unknown("attribute", path,
                                 DidYouMean(path.substr(4), AttributeNames(table, *entity))));
}

}  // namespace

void ResolveTransaction(const Model& model, Transaction& transaction, Problems& problems) {
  Inference(model, transaction, problems).Run();
  CheckParameterDefaults(transaction.parameters, problems);
}

void ResolveTrigger(const Model& model, const Trigger& trigger, Problems& problems) {
  Require(model.entities, "entity", trigger.entity, trigger.place, problems);
  Require(model.transactions, "transaction", trigger.run, trigger.place, problems);
  if (trigger.when) {
    VisitOperands(trigger.when->condition, [&](const Operand& operand) {
      if (operand.kind == Operand::Kind::kAttribute || operand.kind == Operand::Kind::kSize) {
        CheckOldOrNew(model, trigger, operand.name, trigger.when->place, problems);
      }
    });
  }
  const Transaction* run = model.FindTransaction(trigger.run);
  for (const Assignment& assignment : trigger.with) {
    if (run != nullptr) {
      Require(run->parameters, "parameter", assignment.attribute, trigger.place, problems);
    }
    if (const auto* text = std::get_if<Template>(&assignment.value)) {
      for (const TemplatePart& part : text->parts) {
        if (part.reference.empty()) continue;
        CheckOldOrNew(model, trigger, part.reference, text->place, problems);
      }
    }
  }
  if (run == nullptr) return;
  for (const Parameter& parameter : run->parameters) {
    const bool given = std::ranges::find(trigger.with, parameter.name, &Assignment::attribute) !=
                       trigger.with.end();
    if (!given && !parameter.default_value) {
      problems.Add(trigger.place, messages::ParameterNotGiven(run->name, parameter.name));
    }
  }
}

void ResolveMigration(const Model& model, const MigrationRule& rule, Problems& problems) {
  Require(model.entities, "entity", rule.entity, rule.place, problems);
  const Entity* entity = model.FindEntity(rule.entity);
  if (entity == nullptr) return;
  if (entity->table == rule.from) {
    problems.Add(rule.place, messages::MigrationIntoItself(rule.from));
  }
  for (const MigrationRule& other : model.migrations) {
    const Entity* its = model.FindEntity(other.entity);
    if (&other >= &rule || other.from != rule.from || its == nullptr) continue;
    if (its->table == entity->table) continue;
    problems.Add(rule.place,
                 messages::MigrationIntoTwoTables(rule.from, its->table, entity->table));
    break;
  }
  if (rule.when) {
    VisitOperands(rule.when->condition, [&](const Operand& operand) {
      if (operand.kind != Operand::Kind::kParameter) return;
      problems.Add(rule.when->place, messages::Unknown("parameter", operand.name, ""));
    });
  }
  for (const Assignment& assignment : rule.set) {
    if (std::holds_alternative<Generated>(assignment.value)) {
      problems.Add(rule.place, messages::MigrationMakesUp(assignment.attribute));
    }
    if (entity->FindKey(assignment.attribute) != nullptr) {
      problems.Add(rule.place, messages::MigrationSetsKey(assignment.attribute));
    }
    const Table* table = model.FindTable(entity->table);
    if (HasAttribute(table, *entity, assignment.attribute)) continue;
    problems.Add(rule.place, messages::UnknownAttribute(
                                 entity->name, assignment.attribute,
                                 DidYouMean(assignment.attribute, NamesOf(entity->attributes))));
  }
}

void ResolveRoute(const Model& model, const Route& route, Problems& problems) {
  switch (route.kind) {
    case Route::Kind::kPattern:
      return Require(model.patterns, "pattern", route.target, route.place, problems);
    case Route::Kind::kTransaction:
      return Require(model.transactions, "transaction", route.target, route.place, problems);
    case Route::Kind::kWorkflow:
      return Require(model.workflows, "workflow", route.target, route.place, problems);
    default:
      return Require(model.entities, "entity", route.target, route.place, problems);
  }
}

void ResolveSample(const Model& model, Sample& sample, Problems& problems) {
  Require(model.entities, "entity", sample.entity, sample.place, problems);
  const Entity* entity = model.FindEntity(sample.entity);
  if (entity == nullptr) return;
  for (const Attribute& attribute : entity->attributes) {
    AttributeValue* value = sample.values.Find(attribute.name);
    if (value == nullptr) continue;
    auto stored = FromPlain(attribute.shape, *value);
    if (stored) {
      *value = *std::move(stored);
    } else {
      problems.Add(sample.place, messages::ValueDoesNotFit(attribute.name, stored.error().message));
    }
  }
}

void ResolveTest(const Model& model, PatternTest& test, Problems& problems) {
  Require(model.patterns, "pattern", test.pattern, test.place, problems);
  const Pattern* pattern = model.FindPattern(test.pattern);
  if (pattern == nullptr) return;
  const Item given = test.arguments;
  for (const auto& [name, value] : given) {
    Require(pattern->parameters, "parameter", name, test.place, problems);
    const Parameter* parameter = pattern->FindParameter(name);
    if (parameter == nullptr) continue;
    auto stored = FromPlain(parameter->shape, value);
    if (stored) {
      test.arguments.Set(name, *std::move(stored));
    } else {
      problems.Add(test.place, messages::ValueDoesNotFit(name, stored.error().message));
    }
  }
  // What is expected may be written plainly too.
  for (Item& item : test.expect) {
    const Item plain = item;
    for (const auto& [name, value] : plain) {
      for (const std::string& entity_name : pattern->entities) {
        const Entity* entity = model.FindEntity(entity_name);
        const Attribute* attribute = entity == nullptr ? nullptr : entity->FindAttribute(name);
        if (attribute == nullptr) continue;
        if (auto stored = FromPlain(attribute->shape, value)) item.Set(name, *std::move(stored));
        break;
      }
    }
  }
}

}  // namespace trestle::model
