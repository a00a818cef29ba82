#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <variant>

#include "model/check_report.h"
#include "model/key_use.h"
#include "model/text_form.h"
#include "model/words.h"

// Rules about what a model declares beside keys and patterns.
namespace trestle::model {
namespace {

bool IsSeconds(const Shape& shape) {
  return IsNumeric(shape.type) ||
         (shape.type == Type::kTimestamp && shape.stored == Stored::kSeconds) ||
         shape.type == Type::kAny;
}

void TtlType(const Model& model, Report& report) {
  for (const Entity& entity : model.entities) {
    const Table* table = TableOf(model, entity);
    if (table == nullptr) continue;
    const Attribute* expiry = entity.FindAttribute(table->ttl);
    if (expiry != nullptr && !IsSeconds(expiry->shape)) {
      report.Add(About(entity), expiry->place,
                 "items expire by a number of seconds since 1970, and " + expiry->name + " of " +
                     entity.name + " is something else, so none of them ever does");
    }
    for (const TtlRule& rule : entity.ttl) {
      if (rule.of.empty()) continue;
      const Attribute* start = entity.FindAttribute(rule.of);
      const bool time = start != nullptr &&
                        (Meaning(start->shape.type) == Type::kDate || IsSeconds(start->shape));
      if (!time) {
        report.Add(
            About(entity), rule.place,
            "an expiry is counted from a time, and " + rule.of + " of " + entity.name + " is none");
      }
    }
  }
}

bool LooksLikeExpiry(std::string name) {
  std::erase(name, '_');
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  constexpr std::array<std::string_view, 6> kNames = {
      "ttl", "timetolive", "expiresat", "expirationtime", "expirationtimestamp", "expireat"};
  return std::ranges::find(kNames, name) != kNames.end();
}

void TtlOfAnotherName(const Model& model, Report& report) {
  for (const Entity& entity : model.entities) {
    const Table* table = TableOf(model, entity);
    if (table == nullptr) continue;
    for (const Attribute& attribute : entity.attributes) {
      if (attribute.name == table->ttl || !LooksLikeExpiry(attribute.name)) continue;
      report.Add(About(entity), attribute.place,
                 attribute.name + " of " + entity.name + " expires nothing: " +
                     (table->ttl.empty()
                          ? "table " + table->name + " has no TTL attribute"
                          : "the one TTL attribute of table " + table->name + " is " + table->ttl));
    }
  }
}

bool Looks(const Trigger& trigger, std::string_view image) {
  std::vector<std::string_view> names;
  if (trigger.when) AddNames(trigger.when->condition, names);
  for (const Assignment& assignment : trigger.with) {
    const Template* text = std::get_if<Template>(&assignment.value);
    if (text == nullptr) continue;
    for (const TemplatePart& part : text->parts) names.push_back(part.reference);
  }
  return std::ranges::any_of(names, [&](std::string_view name) { return name.starts_with(image); });
}

void TriggerWithoutStream(const Model& model, Report& report) {
  for (const Trigger& trigger : model.triggers) {
    const Entity* entity = model.FindEntity(trigger.entity);
    const Table* table = entity == nullptr ? nullptr : TableOf(model, *entity);
    if (table == nullptr) continue;
    const bool has_new =
        table->stream == StreamView::kNewImage || table->stream == StreamView::kNewAndOldImages;
    const bool has_old =
        table->stream == StreamView::kOldImage || table->stream == StreamView::kNewAndOldImages;
    std::string missing;
    if (table->stream == StreamView::kNone) {
      missing = "no stream";
    } else if (!has_new && Looks(trigger, "new.")) {
      missing = "a stream without new images";
    } else if (!has_old && Looks(trigger, "old.")) {
      missing = "a stream without old images";
    }
    if (missing.empty()) continue;
    report.Add(
        About(trigger), {},
        "table " + table->name + " has " + missing + ", which trigger " + trigger.name + " needs");
  }
}

// The steps change or check one and the same item: the same entity by the same key.
bool SameValue(const StepValue& a, const StepValue& b) {
  if (const Template* text = std::get_if<Template>(&a)) {
    const Template* other = std::get_if<Template>(&b);
    return other != nullptr && text->text == other->text;
  }
  const AttributeValue* literal = std::get_if<AttributeValue>(&a);
  const AttributeValue* other = std::get_if<AttributeValue>(&b);
  return literal != nullptr && other != nullptr && *literal == *other;
}

const StepValue* Given(const Step& step, std::string_view attribute) {
  const std::vector<Assignment>& all = step.kind == Step::Kind::kPut ? step.values : step.key;
  const auto found = std::ranges::find(all, attribute, &Assignment::attribute);
  return found == all.end() ? nullptr : &found->value;
}

bool SameItem(const Model& model, const Step& a, const Step& b) {
  const Entity* entity = model.FindEntity(a.entity);
  const Table* table = entity == nullptr ? nullptr : TableOf(model, *entity);
  if (a.entity != b.entity || table == nullptr) return false;
  bool compared = false;
  for (const Attribute& attribute : entity->attributes) {
    if (!InPrimaryKey(model, *entity, attribute.name)) continue;
    const StepValue* left = Given(a, attribute.name);
    const StepValue* right = Given(b, attribute.name);
    if (left == nullptr || right == nullptr || !SameValue(*left, *right)) return false;
    compared = true;
  }
  return compared;
}

void SameItemTwice(const Model& model, Report& report) {
  for (const Transaction& transaction : model.transactions) {
    for (std::size_t i = 0; i < transaction.steps.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (!SameItem(model, transaction.steps[i], transaction.steps[j])) continue;
        report.Add(About(transaction), transaction.steps[i].place,
                   "a transaction has one action for an item, and steps " + std::to_string(j + 1) +
                       " and " + std::to_string(i + 1) + " of " + transaction.name +
                       " are about the same " + transaction.steps[i].entity);
      }
    }
  }
}

std::vector<std::string> PathParameters(std::string_view path) {
  std::vector<std::string> names;
  for (std::size_t open = path.find('{'); open != std::string_view::npos;
       open = path.find('{', open + 1)) {
    const std::size_t close = path.find('}', open);
    if (close == std::string_view::npos) break;
    names.emplace_back(path.substr(open + 1, close - open - 1));
  }
  return names;
}

// What a route's path may name; absent where its target is not there or takes anything.
std::optional<std::vector<std::string>> NamesFor(const Model& model, const Route& route) {
  std::vector<std::string> names;
  const auto add = [&](const std::vector<Parameter>& parameters) {
    for (const Parameter& parameter : parameters) names.push_back(parameter.name);
  };
  if (route.kind == Route::Kind::kWorkflow) return std::nullopt;
  if (route.kind == Route::Kind::kPattern) {
    const Pattern* pattern = model.FindPattern(route.target);
    if (pattern == nullptr) return std::nullopt;
    add(pattern->parameters);
    // Parameters that are not declared are those that the conditions name.
    for (const KeyTest& test : pattern->where) {
      for (const Template* text : {&test.value, &test.upper}) {
        for (const TemplatePart& part : text->parts) names.push_back(part.reference);
      }
    }
  } else if (route.kind == Route::Kind::kTransaction) {
    const Transaction* transaction = model.FindTransaction(route.target);
    if (transaction == nullptr) return std::nullopt;
    add(transaction->parameters);
  } else {
    const Entity* entity = model.FindEntity(route.target);
    if (entity == nullptr) return std::nullopt;
    for (const Attribute& attribute : entity->attributes) names.push_back(attribute.name);
  }
  return names;
}

void RouteParameter(const Model& model, Report& report) {
  for (const Route& route : model.routes) {
    const std::optional<std::vector<std::string>> names = NamesFor(model, route);
    if (!names) continue;
    for (const std::string& name : PathParameters(route.path)) {
      if (std::ranges::find(*names, name) != names->end()) continue;
      report.Add(About(route), {}, route.target + " has no parameter " + name);
    }
  }
}

void AddReferences(const Template& text, std::vector<std::string_view>& names) {
  for (const TemplatePart& part : text.parts) {
    if (!part.reference.empty()) names.push_back(FirstName(part.reference));
  }
}

void AddParameters(const Condition& condition, std::vector<std::string_view>& names) {
  for (const Condition& inner : condition.conditions) AddParameters(inner, names);
  for (const Operand& operand : condition.operands) {
    if (operand.kind == Operand::Kind::kParameter) names.push_back(FirstName(operand.name));
  }
}

std::vector<std::string_view> UsedBy(const Model& model, const Pattern& pattern) {
  std::vector<std::string_view> names;
  for (const KeyTest& test : pattern.where) {
    AddReferences(test.value, names);
    AddReferences(test.upper, names);
  }
  if (pattern.filter) AddParameters(pattern.filter->condition, names);
  if (pattern.fan_out) {
    const FanOut& fan_out = *pattern.fan_out;
    names.insert(names.end(), {fan_out.parameter, fan_out.from, fan_out.to, fan_out.list});
  }
  if (pattern.geo) names.insert(names.end(), {pattern.geo->around, pattern.geo->radius});
  if (!IsWrite(pattern.kind)) return names;
  for (const Entity* entity : EntitiesOf(model, pattern)) {
    for (const Attribute& attribute : entity->attributes) names.push_back(attribute.name);
  }
  return names;
}

std::vector<std::string_view> UsedBy(const Transaction& transaction) {
  std::vector<std::string_view> names;
  for (const Step& step : transaction.steps) {
    for (const auto* all : {&step.key, &step.values, &step.set, &step.add}) {
      for (const Assignment& assignment : *all) {
        if (const auto* text = std::get_if<Template>(&assignment.value))
          AddReferences(*text, names);
      }
    }
    if (step.condition) AddParameters(step.condition->condition, names);
  }
  return names;
}

void UnusedParameter(const Model& model, Report& report) {
  const auto check = [&](const auto& subject, const std::vector<std::string_view>& used) {
    for (const Parameter& parameter : subject.parameters) {
      if (std::ranges::find(used, parameter.name) != used.end()) continue;
      report.Add(About(subject), parameter.place,
                 subject.name + " does nothing with its parameter " + parameter.name);
    }
  };
  for (const Pattern& pattern : model.patterns) {
    // One that runs a transaction hands it what that one takes.
    if (pattern.kind != PatternKind::kTransact) check(pattern, UsedBy(model, pattern));
  }
  for (const Transaction& transaction : model.transactions) {
    check(transaction, UsedBy(transaction));
  }
}

bool IsUsed(const Model& model, const std::string& entity) {
  const auto step = [&](const Step& each) { return each.entity == entity; };
  return std::ranges::any_of(model.patterns,
                             [&](const Pattern& pattern) {
                               return std::ranges::find(pattern.entities, entity) !=
                                          pattern.entities.end() ||
                                      pattern.load == entity;
                             }) ||
         std::ranges::any_of(model.transactions,
                             [&](const Transaction& transaction) {
                               return std::ranges::any_of(transaction.steps, step);
                             }) ||
         std::ranges::any_of(model.triggers,
                             [&](const Trigger& trigger) { return trigger.entity == entity; }) ||
         std::ranges::any_of(model.routes,
                             [&](const Route& route) { return route.target == entity; });
}

void UnusedEntity(const Model& model, Report& report) {
  for (const Entity& entity : model.entities) {
    if (IsUsed(model, entity.name)) continue;
    report.Add(About(entity), {},
               "no pattern, transaction, trigger or route is about " + entity.name);
  }
}

bool IsMadeOf(const Template& made, std::string_view attribute) {
  return std::ranges::any_of(
      made.parts, [&](const TemplatePart& part) { return FirstName(part.reference) == attribute; });
}

// The key or computed attribute that tells what a hidden attribute holds; null if none does.
const std::string* ShownBy(const Entity& entity, std::string_view attribute) {
  for (const EntityKey& key : entity.keys) {
    if (key.attribute == attribute || IsMadeOf(key.value, attribute)) return &key.attribute;
  }
  for (const Attribute& other : entity.attributes) {
    if (other.computed && !other.hidden && IsMadeOf(*other.computed, attribute)) return &other.name;
  }
  return nullptr;
}

// Whether the attribute is derived from others, after times of becoming true are told.
bool IsDerived(const Model& model, const Entity& entity, std::string_view name) {
  const Attribute* const attribute = entity.FindAttribute(name);
  if (attribute != nullptr && attribute->computed) return true;
  const Table* const table = model.FindTable(entity.table);
  const bool expiry = table != nullptr && name == table->ttl && !entity.ttl.empty();
  return expiry || entity.FindKey(name) != nullptr;
}

// What speaks against an attribute that tells since when something is so; empty if nothing does.
std::string ConflictOfSince(const Model& model, const Entity& entity, const Attribute& attribute) {
  if (attribute.required) return "is required, and absent while its condition is false";
  if (attribute.immutable) return "never changes, and comes and goes with its condition";
  if (attribute.default_value || attribute.on_write || attribute.computed) {
    return "tells since when something is so, and has another value besides";
  }
  std::vector<std::string_view> names;
  AddNames(attribute.since->condition, names);
  for (const std::string_view path : names) {
    const std::string name(FirstName(path));
    if (name == attribute.name) return "comes and goes with itself";
    if (IsDerived(model, entity, name)) {
      return "comes and goes with " + name + ", which is computed after it";
    }
    const Attribute* const other = entity.FindAttribute(name);
    if (other != nullptr && other->since) {
      return "comes and goes with " + name + ", which tells since when itself";
    }
  }
  return {};
}

// Bounds that no value is within; empty if there are some.
std::string ConflictOfBounds(const Shape& shape) {
  if (shape.min && shape.max && *shape.min > *shape.max) {
    return "is at least " + shape.min->ToString() + " and at most " + shape.max->ToString();
  }
  if (shape.min_length && shape.max_length && *shape.min_length > *shape.max_length) {
    return "is " + std::to_string(*shape.min_length) + " long or longer and at most " +
           std::to_string(*shape.max_length);
  }
  return {};
}

// Whether an attribute is computed, by way of others, from `wanted`.
bool IsComputedFrom(const Entity& entity, const Attribute& attribute, std::string_view wanted,
                    std::size_t depth = 0) {
  if (!attribute.computed || depth > entity.attributes.size()) return false;
  return std::ranges::any_of(attribute.computed->parts, [&](const TemplatePart& part) {
    if (part.reference.empty()) return false;
    const std::string_view name = FirstName(part.reference);
    const Attribute* const other = entity.FindAttribute(name);
    return name == wanted ||
           (other != nullptr && IsComputedFrom(entity, *other, wanted, depth + 1));
  });
}

// Why an attribute can have no guard; empty if it can.
std::string ConflictOfUnique(const Entity& entity, const Attribute& attribute) {
  const bool unique = std::ranges::any_of(
      entity.unique, [&](const std::string& name) { return name == attribute.name; });
  constexpr std::array kNever = {Type::kBoolean,   Type::kGeo,       Type::kList,     Type::kMap,
                                 Type::kStringSet, Type::kNumberSet, Type::kBinarySet};
  const bool never = std::ranges::find(kNever, attribute.shape.type) != kNever.end();
  return unique && never ? "is unique, which only texts, numbers and binary values can be" : "";
}

// How what an attribute declares contradicts itself; empty if it does not.
std::string ConflictOf(const Model& model, const Entity& entity, const Attribute& attribute) {
  if (std::string conflict = ConflictOfBounds(attribute.shape); !conflict.empty()) return conflict;
  if (std::string conflict = ConflictOfUnique(entity, attribute); !conflict.empty()) {
    return conflict;
  }
  if (attribute.since) {
    if (std::string conflict = ConflictOfSince(model, entity, attribute); !conflict.empty()) {
      return conflict;
    }
  }
  if (attribute.computed && (attribute.default_value || attribute.on_write)) {
    return "is computed, and has a value of its own besides";
  }
  if (attribute.immutable && attribute.on_write) {
    return "never changes, and is written with every write";
  }
  if (attribute.immutable && attribute.name == entity.version) {
    return "never changes, and is counted up with every write";
  }
  if (IsComputedFrom(entity, attribute, attribute.name)) {
    return "is computed from itself";
  }
  const std::string* const shown = attribute.hidden ? ShownBy(entity, attribute.name) : nullptr;
  return shown == nullptr ? "" : "is hidden, and " + *shown + " shows it";
}

void ConflictingAttribute(const Model& model, Report& report) {
  for (const Entity& entity : model.entities) {
    for (const Attribute& attribute : entity.attributes) {
      const std::string conflict = ConflictOf(model, entity, attribute);
      if (conflict.empty()) continue;
      report.Add(About(entity), attribute.place,
                 attribute.name + " of " + entity.name + " " + conflict);
    }
  }
}

constexpr std::array kDeclarationsRules = {
    Rule{.id = "ttl-type",
         .severity = Severity::kError,
         .summary = "The TTL attribute is not a number of seconds.",
         .instead = "{ type = \"timestamp\", stored = \"seconds\" }",
         .check = TtlType},
    Rule{.id = "ttl-of-another-name",
         .severity = Severity::kWarning,
         .summary = "An attribute is named like an expiry and is not the table's.",
         .instead = "the table's TTL attribute, which all entities share; or another name",
         .check = TtlOfAnotherName},
    Rule{.id = "trigger-without-stream",
         .severity = Severity::kError,
         .summary = "A trigger needs a stream, or an image, that its table does not have.",
         .instead = "stream = \"new_and_old_images\" on the table",
         .check = TriggerWithoutStream},
    Rule{.id = "same-item-twice",
         .severity = Severity::kError,
         .summary = "Two steps of a transaction are about the same item.",
         .instead = "one step with both changes; an update can carry the condition of a check",
         .check = SameItemTwice},
    Rule{.id = "route-parameter",
         .severity = Severity::kError,
         .summary = "A route's path names a parameter that its target does not have.",
         .instead = "the name of one of the target's parameters or attributes",
         .check = RouteParameter},
    Rule{.id = "unused-parameter",
         .severity = Severity::kWarning,
         .summary = "A parameter is declared, and nothing uses it.",
         .instead =
             "name it where it is meant, {name} in `where`, `filter` or a step; or take it out",
         .check = UnusedParameter},
    Rule{.id = "unused-entity",
         .severity = Severity::kInfo,
         .summary = "Nothing reads or writes an entity.",
         .instead = "a pattern for it, or take it out",
         .check = UnusedEntity},
    Rule{.id = "conflicting-attribute",
         .severity = Severity::kError,
         .summary = "What an attribute declares contradicts itself.",
         .instead =
             "one of: computed, since, a default or on_write, immutable; hidden outside of keys; "
             "bounds with values between them",
         .check = ConflictingAttribute},
};

}  // namespace

std::span<const Rule> DeclarationRules() { return kDeclarationsRules; }

}  // namespace trestle::model
