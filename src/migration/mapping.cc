#include "migration/mapping.h"

#include <algorithm>
#include <utility>

#include "migration/messages.h"
#include "model/condition_value.h"
#include "model/generated.h"
#include "model/key_text.h"
#include "model/plain_value.h"

namespace trestle::migration {
namespace {

using model::Assignment;
using model::KeptEntity;
using model::Template;
using model::TemplatePart;

std::string_view RootOf(std::string_view path) { return path.substr(0, path.find('.')); }

// The one attribute whose value a template gives as it is; empty if it gives another.
std::string_view OnlyReference(const Template& text) {
  if (text.parts.size() != 1 || !text.parts[0].formats.empty()) return "";
  const std::string& reference = text.parts[0].reference;
  return reference.find('.') == std::string::npos ? std::string_view(reference) : "";
}

// Whether an expiry may count from a write instead of a time that the item holds.
bool ExpiresByItsWrites(const model::Entity& entity) {
  return std::ranges::any_of(entity.ttl,
                             [](const model::TtlRule& rule) { return rule.of.empty(); });
}

Item Only(const std::vector<std::string>& names, const Item& item) {
  Item key;
  for (const std::string& name : names) {
    if (const AttributeValue* value = item.Find(name)) key.Set(name, *value);
  }
  return key;
}

std::vector<std::string> KeyNames(const model::Table& table) {
  std::vector<std::string> names = {table.partition_key.name};
  if (table.sort_key) names.push_back(table.sort_key->name);
  return names;
}

// The primary key of an item of the entity; nothing where it does not follow.
std::optional<Item> PrimaryOf(const model::Table& table, const model::Entity& entity,
                              const Item& item) {
  Item key;
  for (const std::string& name : KeyNames(table)) {
    const model::EntityKey* made = entity.FindKey(name);
    if (made == nullptr) {
      const AttributeValue* value = item.Find(name);
      if (value == nullptr) return std::nullopt;
      key.Set(name, *value);
      continue;
    }
    auto value = model::Derived(entity, made->value, item);
    if (!value || !*value) return std::nullopt;
    key.Set(name, **std::move(value));
  }
  return key;
}

Result<AttributeValue> Stored(const model::Attribute* attribute, AttributeValue value) {
  if (attribute == nullptr) return value;
  auto stored = model::FromPlain(attribute->shape, std::move(value));
  if (!stored) return messages::Attribute(attribute->name, stored.error().message);
  return *std::move(stored);
}

}  // namespace

Result<Mapping> Mapping::Of(std::shared_ptr<const model::Model> model, Sources sources) {
  Mapping mapping;
  mapping.model_ = std::move(model);
  mapping.sources_ = std::move(sources);
  if (mapping.sources_.model != nullptr) {
    const model::Table* from = mapping.sources_.model->FindTable(mapping.sources_.from);
    if (from == nullptr) {
      return messages::NoRules(mapping.sources_.model->name, mapping.sources_.from);
    }
    mapping.from_table_ = std::make_unique<model::KeptTable>(mapping.sources_.model, *from);
  }
  for (const model::MigrationRule& rule : mapping.model_->migrations) {
    if (rule.from != mapping.sources_.from) continue;
    const model::Entity& entity = *mapping.model_->FindEntity(rule.entity);
    if (mapping.table_ == nullptr) {
      mapping.table_ = std::make_unique<model::KeptTable>(mapping.model_,
                                                          *mapping.model_->FindTable(entity.table));
    }
    Rule made{.rule = &rule, .to = mapping.table_->Find(rule.entity), .used = {}, .same = {}};
    if (mapping.from_table_ != nullptr) {
      made.of = mapping.from_table_->Find(rule.of);
      if (made.of == nullptr) return messages::NotOfSourceModel(rule.of, rule.from);
    }
    for (const Assignment& assignment : rule.set) {
      const auto* text = std::get_if<Template>(&assignment.value);
      if (text == nullptr) continue;
      for (const TemplatePart& part : text->parts) {
        if (!part.reference.empty()) made.used.emplace(RootOf(part.reference));
      }
      if (const std::string_view only = OnlyReference(*text); !only.empty()) {
        made.same.emplace_back(assignment.attribute, only);
      }
    }
    mapping.rules_.push_back(std::move(made));
  }
  if (mapping.rules_.empty()) return messages::NoRules(mapping.model_->name, mapping.sources_.from);
  return mapping;
}

Item Mapping::SourceKeyOf(const Item& item) const {
  std::vector<std::string> names;
  for (const KeyAttribute& key : sources_.keys.hash) names.push_back(key.name);
  for (const KeyAttribute& key : sources_.keys.range) names.push_back(key.name);
  return Only(names, item);
}

Item Mapping::TargetKeyOf(const Item& item) const { return Only(KeyNames(table_->table()), item); }

// With what its key tells, where a model says how.
Item Mapping::Filled(const Rule& rule, const Item& source) const {
  Item item = source;
  if (rule.of != nullptr && rule.of->FitOfKey(item)) rule.of->TakeFromKey(item);
  return item;
}

// Keys are made anew, and what `set` uses has gone into it.
bool Mapping::ComesAlong(const Rule& rule, std::string_view attribute) const {
  if (rule.used.contains(attribute)) return false;
  if (rule.to->entity().FindKey(attribute) != nullptr) return false;
  if (attribute == table_->table().entity_attribute) return false;
  if (rule.of != nullptr && (rule.of->entity().FindKey(attribute) != nullptr ||
                             attribute == from_table_->table().entity_attribute)) {
    return false;
  }
  const std::vector<std::string>& drop = rule.rule->drop;
  return std::find(drop.begin(), drop.end(), attribute) == drop.end();
}

// Whether an attribute of the target is the source's of the same name.
bool Mapping::GoesBack(const Rule& rule, std::string_view attribute) const {
  const model::Entity& entity = rule.to->entity();
  if (!ComesAlong(rule, attribute) || attribute == entity.version) return false;
  if (!entity.ttl.empty() && attribute == table_->table().ttl) return false;
  const model::Attribute* declared = entity.FindAttribute(attribute);
  if (declared != nullptr && declared->computed) return false;
  return std::ranges::find(rule.rule->set, attribute, &Assignment::attribute) ==
         rule.rule->set.end();
}

const Mapping::Rule* Mapping::RuleFor(const Item& source, TimePoint now) const {
  const KeptEntity* is = from_table_ == nullptr ? nullptr : from_table_->EntityOf(source);
  for (const Rule& rule : rules_) {
    if (from_table_ != nullptr && is != rule.of) continue;
    if (!rule.rule->when) return &rule;
    const Item filled = Filled(rule, source);
    if (model::Matches(rule.rule->when->condition, filled, {.now = now})) return &rule;
  }
  return nullptr;
}

// The attributes that follow from the source's alone.
Result<Item> Mapping::Made(const Rule& rule, const Item& source) const {
  static const model::Entity kNothingKnown;
  const Item filled = Filled(rule, source);
  const model::Entity& entity = rule.to->entity();
  Item item;
  for (const auto& attribute : filled) {
    if (ComesAlong(rule, attribute.name)) item.Set(attribute.name, attribute.value);
  }
  for (const Assignment& assignment : rule.rule->set) {
    std::optional<AttributeValue> value;
    if (const auto* text = std::get_if<Template>(&assignment.value)) {
      TRESTLE_TRY(value, model::Derived(kNothingKnown, *text, filled));
    } else if (const auto* literal = std::get_if<AttributeValue>(&assignment.value)) {
      value = *literal;
    }
    if (!value) continue;
    TRESTLE_TRY(AttributeValue stored,
                Stored(entity.FindAttribute(assignment.attribute), *std::move(value)));
    item.Set(assignment.attribute, std::move(stored));
  }
  return item;
}

std::optional<Item> Mapping::TargetKey(const Rule& rule, const Item& source_key) const {
  const Result<Item> made = Made(rule, source_key);
  return made ? PrimaryOf(table_->table(), rule.to->entity(), *made) : std::nullopt;
}

std::vector<Item> Mapping::TargetKeysFor(const Item& source_key) const {
  std::vector<Item> keys;
  for (const Rule& rule : rules_) {
    std::optional<Item> key = TargetKey(rule, source_key);
    if (key && std::find(keys.begin(), keys.end(), *key) == keys.end()) {
      keys.push_back(*std::move(key));
    }
  }
  return keys;
}

Result<std::optional<Item>> Mapping::Forward(const Item& source, std::span<const Item> there,
                                             TimePoint now) const {
  const Rule* rule = RuleFor(source, now);
  if (rule == nullptr) return std::optional<Item>();
  const model::Entity& entity = rule->to->entity();
  TRESTLE_TRY(Item item, Made(*rule, source));
  const std::optional<Item> key = TargetKey(*rule, SourceKeyOf(source));
  if (!key) return messages::KeyDoesNotFollow(entity.name, sources_.from);
  const Item* before = nullptr;
  for (const Item& one : there) {
    if (TargetKeyOf(one) == *key) before = &one;
  }
  const auto take = [&](const std::string& name) {
    const AttributeValue* value = before == nullptr ? nullptr : before->Find(name);
    if (value != nullptr) item.Set(name, *value);
    return value != nullptr;
  };
  for (const model::Attribute& attribute : entity.attributes) {
    if (attribute.since && !item.Contains(attribute.name)) take(attribute.name);
    const auto& made = attribute.on_write ? attribute.on_write : attribute.default_value;
    if (!made || item.Contains(attribute.name) || take(attribute.name)) continue;
    item.Set(attribute.name, model::ValueNow(*made, &attribute.shape, now));
  }
  if (!entity.version.empty() && !item.Contains(entity.version)) take(entity.version);
  if (ExpiresByItsWrites(entity)) take(table_->table().ttl);
  const auto errors = rule->to->Keep(item, {.writing = model::Writing::kRepair, .now = now});
  if (!errors.empty()) return messages::Unfit(model::TextOf(entity, errors));
  if (TargetKeyOf(item) != *key) return messages::KeyDoesNotFollow(entity.name, sources_.from);
  return std::optional<Item>(std::move(item));
}

bool Mapping::IsOfMigration(const Item& target_item) const {
  const KeptEntity* is = table_->EntityOf(target_item);
  return is != nullptr && std::ranges::find(rules_, is, &Rule::to) != rules_.end();
}

// The source's attributes that those of the target are.
Item Mapping::Told(const Rule& rule, const Item& target) const {
  Item item;
  for (const auto& attribute : target) {
    if (GoesBack(rule, attribute.name)) item.Set(attribute.name, attribute.value);
  }
  for (const auto& [ours, theirs] : rule.same) {
    if (const AttributeValue* value = target.Find(ours)) item.Set(theirs, *value);
  }
  return item;
}

std::optional<Item> Mapping::SourceKeyFor(const Item& target_item) const {
  const KeptEntity* is = table_->EntityOf(target_item);
  if (is == nullptr) return std::nullopt;
  Item target = target_item;
  is->TakeFromKey(target);
  for (const Rule& rule : rules_) {
    if (rule.to != is) continue;
    const Item told = Told(rule, target);
    std::optional<Item> key = SourceKeyOf(told);
    if (rule.of != nullptr) key = PrimaryOf(from_table_->table(), rule.of->entity(), told);
    if (!key || key->size() != sources_.keys.hash.size() + sources_.keys.range.size()) continue;
    if (TargetKey(rule, *key) == TargetKeyOf(target_item)) return key;
  }
  return std::nullopt;
}

Result<Item> Mapping::Backward(const Item& target, const Item* there, TimePoint now) const {
  const KeptEntity* is = table_->EntityOf(target);
  const Rule* rule = there == nullptr ? nullptr : RuleFor(*there, now);
  if (rule == nullptr || rule->to != is) {
    const auto found = std::ranges::find(rules_, is, &Rule::to);
    if (found == rules_.end()) return messages::CannotGoBack("another entity", sources_.from);
    rule = &*found;
  }
  const model::Entity& entity = rule->to->entity();
  Item item = Told(*rule, target);
  if (there != nullptr) {
    // A value that has become this one keeps the form that it has.
    for (const auto& [ours, theirs] : rule->same) {
      const AttributeValue* old = there->Find(theirs);
      const AttributeValue* value = target.Find(ours);
      if (old == nullptr || value == nullptr) continue;
      const auto stored = Stored(entity.FindAttribute(ours), *old);
      if (stored && *stored == *value) item.Set(theirs, *old);
    }
    for (const auto& attribute : *there) {
      const bool told = ComesAlong(*rule, attribute.name) ||
                        std::ranges::any_of(rule->same, [&](const auto& pair) {
                          return pair.second == attribute.name;
                        });
      if (!told) item.Set(attribute.name, attribute.value);
    }
    if (!entity.version.empty() && ComesAlong(*rule, entity.version)) {
      if (const AttributeValue* old = there->Find(entity.version)) item.Set(entity.version, *old);
    }
  }
  if (rule->of != nullptr) {
    const auto errors = rule->of->Keep(item, {.writing = model::Writing::kRepair, .now = now});
    if (!errors.empty()) return messages::Unfit(model::TextOf(rule->of->entity(), errors));
  }
  if (TargetKey(*rule, SourceKeyOf(item)) != TargetKeyOf(target)) {
    return messages::CannotGoBack(entity.name, sources_.from);
  }
  return item;
}

bool Mapping::Equivalent(const Item& wanted, const Item& there) const {
  const KeptEntity* is = table_->EntityOf(there);
  if (is == nullptr || table_->EntityOf(wanted) != is) return false;
  const auto plain = [&](Item item) {
    item.Erase(is->entity().version);
    for (const model::Attribute& attribute : is->entity().attributes) {
      if (attribute.on_write) item.Erase(attribute.name);
    }
    if (ExpiresByItsWrites(is->entity())) item.Erase(table_->table().ttl);
    return item;
  };
  return plain(wanted) == plain(there);
}

}  // namespace trestle::migration
