#include "model/kept_item.h"

#include <algorithm>
#include <utility>

#include "model/condition_value.h"
#include "model/field_messages.h"
#include "model/generated.h"
#include "model/key_match.h"
#include "model/key_text.h"
#include "model/shape_check.h"
#include "model/time_value.h"
#include "value/limits.h"

namespace trestle::model {
namespace {

constexpr std::string_view kGuard = "UNIQUE#";
constexpr std::string_view kOwner = "Owner";

// As messages show it.
std::string Shown(const AttributeValue& value) {
  if (const auto* text = value.As<std::string>()) return "'" + *text + "'";
  if (const auto* number = value.As<Number>()) return number->ToString();
  return "of type " + std::string(WireName(value.type()));
}

// Sets what differs; an equal value is left where it is.
void Assign(Item& item, const std::string& name, AttributeValue value) {
  if (AttributeValue* const present = item.Find(name)) {
    if (*present != value) *present = std::move(value);
    return;
  }
  item.Set(name, std::move(value));
}

std::string_view FirstName(std::string_view path) { return path.substr(0, path.find('.')); }

bool Refers(const Template& key, std::string_view attribute) {
  return std::any_of(key.parts.begin(), key.parts.end(), [&](const TemplatePart& part) {
    return !part.reference.empty() && FirstName(part.reference) == attribute;
  });
}

void AddAfterItsNeeds(const Entity& entity, const Attribute& attribute,
                      std::vector<const Attribute*>& ordered, std::size_t depth = 0) {
  if (std::find(ordered.begin(), ordered.end(), &attribute) != ordered.end()) return;
  // Attributes that need each other in a circle are the checker's to report.
  if (depth > entity.attributes.size()) return;
  for (const Attribute& other : entity.attributes) {
    if (&other == &attribute || !other.computed) continue;
    if (Refers(*attribute.computed, other.name)) {
      AddAfterItsNeeds(entity, other, ordered, depth + 1);
    }
  }
  if (std::find(ordered.begin(), ordered.end(), &attribute) == ordered.end()) {
    ordered.push_back(&attribute);
  }
}

std::vector<std::string> KnownNames(const Table& table, const Entity& entity) {
  std::vector<std::string> names = {table.entity_attribute, table.partition_key.name,
                                    entity.version, table.ttl};
  if (table.sort_key) names.push_back(table.sort_key->name);
  for (const Index& index : table.indexes) {
    for (const KeyAttribute& key : index.partition_key) names.push_back(key.name);
    for (const KeyAttribute& key : index.sort_key) names.push_back(key.name);
  }
  for (const Attribute& attribute : entity.attributes) names.push_back(attribute.name);
  std::sort(names.begin(), names.end());
  return names;
}

AttributeValue KeyValue(std::string text, KeyType type) {
  if (type == KeyType::kBinary) return AttributeValue::Of(Binary{std::move(text)});
  return AttributeValue::String(std::move(text));
}

// How long the text of a value is; nothing for what cannot be a key.
std::optional<std::size_t> UniqueTextSize(const AttributeValue& value) {
  if (const auto* text = value.As<std::string>()) return text->size();
  if (value.As<Number>() != nullptr) return Number::kMaxTextBytes;
  if (const auto* binary = value.As<Binary>()) return binary->bytes.size();
  return std::nullopt;
}

// Text that differs where the values of one type do.
std::string UniqueText(const AttributeValue& value) {
  if (const auto* text = value.As<std::string>()) return *text;
  if (const auto* number = value.As<Number>()) return number->ToString();
  return value.As<Binary>()->bytes;
}

AttributeValue NextVersion(const AttributeValue* before) {
  const Number one = Number::FromInteger(1);
  const auto* number = before == nullptr ? nullptr : before->As<Number>();
  const Result<Number> next = number == nullptr ? one : number->Plus(one);
  return AttributeValue::Of(next ? *next : one);
}

}  // namespace

struct KeptEntity::Field {
  const Attribute* attribute = nullptr;
  bool required = false;
};

std::string TextOf(const Entity& entity, const std::vector<FieldError>& errors) {
  std::string text = entity.name + ":";
  for (const FieldError& error : errors) {
    text.append(&error == &errors.front() ? " " : "; ").append(error.field).append(" ");
    text.append(error.message);
  }
  return text;
}

KeptEntity::KeptEntity(const Table& table, const Entity& entity)
    : table_(table), entity_(entity), entity_value_(AttributeValue::String(entity.value)) {
  for (const Attribute& attribute : entity.attributes) {
    const bool in_primary_key =
        std::any_of(entity.keys.begin(), entity.keys.end(), [&](const EntityKey& key) {
          return IsPrimary(key.attribute) && Refers(key.value, attribute.name);
        });
    fields_.push_back({&attribute, (attribute.required || in_primary_key) && !attribute.computed});
    if (attribute.computed) AddAfterItsNeeds(entity, attribute, computed_);
  }
  if (entity.strict) known_ = KnownNames(table, entity);
}

KeptEntity::~KeptEntity() = default;

bool KeptEntity::IsPrimary(std::string_view attribute) const {
  return attribute == table_.partition_key.name ||
         (table_.sort_key && attribute == table_.sort_key->name);
}

std::optional<std::size_t> KeptEntity::FitOfKey(const Item& item) const {
  std::size_t fit = 0;
  for (const EntityKey& key : entity_.keys) {
    if (!IsPrimary(key.attribute)) continue;
    const AttributeValue* const value = item.Find(key.attribute);
    if (value == nullptr) return std::nullopt;
    const auto* text = value->As<std::string>();
    if (text == nullptr) continue;
    if (!SplitKey(key.value, *text)) return std::nullopt;
    fit += 1 + LiteralBytes(key.value);
  }
  return fit;
}

// A client that names an item by its key alone has said in it what the key is made of.
void KeptEntity::TakeFromKey(Item& item) const {
  for (const EntityKey& key : entity_.keys) {
    if (!IsPrimary(key.attribute)) continue;
    const bool complete =
        std::all_of(key.value.parts.begin(), key.value.parts.end(), [&](const TemplatePart& part) {
          return part.reference.empty() || ValueAt(item, part.reference) != nullptr;
        });
    if (complete) continue;
    const AttributeValue* const value = item.Find(key.attribute);
    const auto* text = value == nullptr ? nullptr : value->As<std::string>();
    if (text == nullptr) continue;
    const std::string copy = *text;  // the item moves while it grows
    const std::optional<KeyParts> parts = SplitKey(key.value, copy);
    if (!parts) continue;
    for (const auto& [part, told] : *parts) {
      if (part->reference.find('.') != std::string::npos || item.Contains(part->reference))
        continue;
      const Attribute* const attribute = entity_.FindAttribute(part->reference);
      auto value_told = ValueInPart(*part, told, attribute ? &attribute->shape : nullptr);
      if (value_told) item.Set(part->reference, *std::move(value_told));
    }
  }
}

void KeptEntity::FillIn(Item& item, const ItemWrite& write) const {
  const Item* const before = write.before;
  const bool repairs = write.writing == Writing::kRepair;
  const bool fresh =
      write.writing == Writing::kPut || (write.writing == Writing::kUpdate && before == nullptr);
  for (const Field& field : fields_) {
    const Attribute& attribute = *field.attribute;
    if (attribute.on_write) {
      const bool stays = repairs && (!field.required || item.Contains(attribute.name));
      if (!stays) {
        Assign(item, attribute.name, ValueNow(*attribute.on_write, &attribute.shape, write.now));
      }
      continue;
    }
    if (!attribute.immutable && !attribute.default_value) continue;
    if (item.Contains(attribute.name)) continue;
    if (attribute.immutable && write.writing == Writing::kPut && before != nullptr) {
      if (const AttributeValue* const old = before->Find(attribute.name)) {
        item.Set(attribute.name, *old);
        continue;
      }
    }
    if (attribute.default_value && (fresh || field.required)) {
      item.Set(attribute.name, ValueNow(*attribute.default_value, &attribute.shape, write.now));
    }
  }
  if (!entity_.version.empty()) {
    const AttributeValue* const old = before == nullptr ? nullptr : before->Find(entity_.version);
    if (!repairs || item.Find(entity_.version) == nullptr) {
      Assign(item, entity_.version, NextVersion(old));
    }
  }
  const AttributeValue* const named = item.Find(table_.entity_attribute);
  if (named == nullptr || *named != entity_value_) {
    item.Set(table_.entity_attribute, entity_value_);
  }
}

// "Completed at": a value that comes with the write is believed, so that old data can be brought
// in. Of what became true before anybody wrote down when, nothing is made up.
void KeptEntity::TellSince(const Attribute& attribute, Item& item, const ItemWrite& write) const {
  const auto holds = [&](const Item& one) {
    return Matches(attribute.since->condition, one, {.entity = &entity_, .now = write.now});
  };
  const std::string& name = attribute.name;
  if (!holds(item)) {
    item.Erase(name);
    return;
  }
  if (write.writing == Writing::kRepair) return;
  const AttributeValue* const given = item.Find(name);
  const AttributeValue* const old = write.before == nullptr ? nullptr : write.before->Find(name);
  if (write.before != nullptr && holds(*write.before)) {
    if (given == nullptr && old != nullptr) item.Set(name, *old);
    return;
  }
  const bool comes_along = given != nullptr && (old == nullptr || *given != *old);
  if (comes_along) return;
  Assign(item, name, Made(Generated::kNow, &attribute.shape, write.now));
}

void KeptEntity::Check(const Item& item, const ItemWrite& write,
                       std::vector<FieldError>& errors) const {
  for (const Field& field : fields_) {
    const Attribute& attribute = *field.attribute;
    if (attribute.computed) continue;
    const AttributeValue* const value = item.Find(attribute.name);
    if (value == nullptr) {
      if (field.required) errors.push_back({attribute.name, messages::Required()});
    } else if (std::optional<std::string> misfit = ShapeProblem(attribute.shape, *value)) {
      errors.push_back({attribute.name, *std::move(misfit)});
      continue;
    }
    if (attribute.immutable && write.before != nullptr && write.writing != Writing::kRepair) {
      const AttributeValue* const old = write.before->Find(attribute.name);
      if (old != nullptr && (value == nullptr || *value != *old)) {
        errors.push_back({attribute.name, messages::Immutable()});
      }
    }
  }
  if (!entity_.strict) return;
  for (const auto& attribute : item) {
    if (!std::binary_search(known_.begin(), known_.end(), attribute.name)) {
      errors.push_back({attribute.name, messages::Undeclared()});
    }
  }
}

void KeptEntity::Compute(Item& item, std::vector<FieldError>& errors) const {
  for (const Attribute* const attribute : computed_) {
    Result<std::optional<AttributeValue>> value = Derived(entity_, *attribute->computed, item);
    if (!value) {
      errors.push_back({attribute->name, value.error().message});
    } else if (*value) {
      Assign(item, attribute->name, **std::move(value));
    } else if (attribute->required) {
      errors.push_back(
          {attribute->name,
           messages::KeyNeeds(attribute->computed->text, MissingFor(*attribute->computed, item))});
    } else {
      item.Erase(attribute->name);
    }
  }
}

std::string KeptEntity::MissingFor(const Template& key, const Item& item) const {
  std::string missing;
  for (const TemplatePart& part : key.parts) {
    if (part.reference.empty() || ValueAt(item, part.reference) != nullptr) continue;
    missing.append(missing.empty() ? "" : ", ").append(part.reference);
  }
  return missing;
}

void KeptEntity::DerivePrimary(const EntityKey& key, Item& item, const ItemWrite& write,
                               std::vector<FieldError>& errors) const {
  Result<std::optional<AttributeValue>> value = Derived(entity_, key.value, item);
  if (!value) {
    errors.push_back({key.attribute, value.error().message});
    return;
  }
  if (!*value) {
    errors.push_back(
        {key.attribute, messages::KeyNeeds(key.value.text, MissingFor(key.value, item))});
    return;
  }
  const AttributeValue* const given = item.Find(key.attribute);
  if (given == nullptr) {
    item.Set(key.attribute, **std::move(value));
  } else if (*given != **value) {
    const bool updates = write.writing == Writing::kUpdate && write.before != nullptr;
    errors.push_back({key.attribute,
                      updates
                          ? messages::KeyWouldChange(Shown(*given), Shown(**value))
                          : messages::KeyDisagrees(Shown(*given), key.value.text, Shown(**value))});
  }
}

void KeptEntity::DeriveKeys(Item& item, const ItemWrite& write,
                            std::vector<FieldError>& errors) const {
  for (const EntityKey& key : entity_.keys) {
    if (IsPrimary(key.attribute)) {
      DerivePrimary(key, item, write, errors);
      continue;
    }
    if (key.when && !Matches(key.when->condition, item, {.entity = &entity_, .now = write.now})) {
      item.Erase(key.attribute);
      continue;
    }
    Result<std::optional<AttributeValue>> value = Derived(entity_, key.value, item);
    if (!value) {
      errors.push_back({key.attribute, value.error().message});
    } else if (*value) {
      Assign(item, key.attribute, **std::move(value));
    } else {
      item.Erase(key.attribute);
    }
  }
}

const TtlRule* KeptEntity::RuleOfTimeToLive(const Item& item, TimePoint now) const {
  for (const TtlRule& rule : entity_.ttl) {
    if (!rule.when || Matches(rule.when->condition, item, {.entity = &entity_, .now = now})) {
      return &rule;
    }
  }
  return nullptr;
}

void KeptEntity::SetTimeToLive(Item& item, const ItemWrite& write,
                               std::vector<FieldError>& errors) const {
  if (entity_.ttl.empty() || table_.ttl.empty()) return;
  const TtlRule* const holds = RuleOfTimeToLive(item, write.now);
  if (holds == nullptr) {
    item.Erase(table_.ttl);
    return;
  }
  const TtlRule& rule = *holds;
  TimePoint from = write.now;
  if (rule.of.empty()) {
    if (write.writing == Writing::kRepair && item.Contains(table_.ttl)) return;
    // "24 hours after it becomes expired": a later write while it is so does not begin them anew.
    const bool held =
        rule.when && write.before != nullptr && RuleOfTimeToLive(*write.before, write.now) == &rule;
    if (const AttributeValue* const begun = held ? write.before->Find(table_.ttl) : nullptr) {
      Assign(item, table_.ttl, *begun);
      return;
    }
  } else {
    const AttributeValue* const value = ValueAt(item, rule.of);
    if (value == nullptr) {
      item.Erase(table_.ttl);
      return;
    }
    const Attribute* const attribute = entity_.FindAttribute(rule.of);
    const auto time = InstantOf(*value, attribute != nullptr ? &attribute->shape : nullptr);
    if (!time) {
      errors.push_back({rule.of, messages::TimeToLiveNeedsTime()});
      return;
    }
    from = *time;
  }
  Assign(item, table_.ttl, TimestampValue(from + rule.after, Stored::kSeconds));
}

std::vector<FieldError> KeptEntity::Keep(Item& item, const ItemWrite& write) const {
  std::vector<FieldError> errors;
  TakeFromKey(item);
  FillIn(item, write);
  for (const Field& field : fields_) {
    if (field.attribute->since) TellSince(*field.attribute, item, write);
  }
  Check(item, write, errors);
  if (!errors.empty()) return errors;
  Compute(item, errors);
  DeriveKeys(item, write, errors);
  SetTimeToLive(item, write, errors);
  for (const std::string& attribute : entity_.unique) {
    const AttributeValue* const value = ValueAt(item, attribute);
    if (value != nullptr && !CanBeUnique(attribute, *value)) {
      errors.push_back({attribute, messages::CannotBeUnique()});
    }
  }
  return errors;
}

std::vector<FieldError> KeptEntity::CompleteKey(Item& item, TimePoint now) const {
  bool missing = false;
  for (const EntityKey& key : entity_.keys) {
    missing = missing || (IsPrimary(key.attribute) && !item.Contains(key.attribute));
  }
  if (!missing) return {};
  TakeFromKey(item);
  for (const Field& field : fields_) {
    const Attribute& attribute = *field.attribute;
    const auto& made = attribute.on_write ? attribute.on_write : attribute.default_value;
    if (!made || (!attribute.on_write && item.Contains(attribute.name))) continue;
    Assign(item, attribute.name, ValueNow(*made, &attribute.shape, now));
  }
  std::vector<FieldError> errors;
  Compute(item, errors);
  for (const EntityKey& key : entity_.keys) {
    if (IsPrimary(key.attribute)) DerivePrimary(key, item, {.now = now}, errors);
  }
  if (errors.empty()) return {};
  // What is wrong with the attributes says more than that no key can be made of them.
  std::vector<FieldError> causes;
  Check(item, {.now = now}, causes);
  return causes.empty() ? errors : causes;
}

bool KeptEntity::CanBeUnique(const std::string& attribute, const AttributeValue& value) const {
  const bool number_keys = table_.partition_key.type == KeyType::kNumber ||
                           (table_.sort_key && table_.sort_key->type == KeyType::kNumber);
  const std::optional<std::size_t> size = UniqueTextSize(value);
  return !number_keys && size &&
         kGuard.size() + entity_.value.size() + attribute.size() + *size + 2 <=
             kMaxPartitionKeyBytes;
}

std::optional<UniqueGuard> KeptEntity::GuardOf(const std::string& attribute,
                                               const AttributeValue& value,
                                               const Item& owner) const {
  if (!CanBeUnique(attribute, value)) return std::nullopt;
  UniqueGuard guard;
  guard.attribute = attribute;
  const std::string kind = std::string(kGuard) + entity_.value + "#" + attribute;
  std::string partition = kind + "#" + UniqueText(value);
  Item of;
  const std::string& partition_name = table_.partition_key.name;
  guard.key.Set(partition_name, KeyValue(std::move(partition), table_.partition_key.type));
  if (const AttributeValue* const key = owner.Find(partition_name)) of.Set(partition_name, *key);
  if (table_.sort_key) {
    guard.key.Set(table_.sort_key->name, KeyValue(kind, table_.sort_key->type));
    if (const AttributeValue* const key = owner.Find(table_.sort_key->name)) {
      of.Set(table_.sort_key->name, *key);
    }
  }
  guard.item = guard.key;
  guard.item.Set(table_.entity_attribute, AttributeValue::String(kind));
  guard.item.Set(std::string(kOwner), AttributeValue::Of(std::move(of)));
  return guard;
}

std::vector<UniqueGuard> KeptEntity::GuardsOf(const Item& item) const {
  std::vector<UniqueGuard> guards;
  for (const std::string& attribute : entity_.unique) {
    const AttributeValue* const value = ValueAt(item, attribute);
    if (value == nullptr) continue;
    if (auto guard = GuardOf(attribute, *value, item)) guards.push_back(*std::move(guard));
  }
  return guards;
}

KeptTable::KeptTable(std::shared_ptr<const Model> model, const Table& table)
    : model_(std::move(model)), table_(table) {
  for (const Entity& entity : model_->entities) {
    if (entity.table != table.name) continue;
    entities_.push_back(std::make_unique<KeptEntity>(table, entity));
    by_value_.emplace(entity.value, entities_.back().get());
  }
}

const KeptEntity* KeptTable::EntityOf(const Item& item) const {
  if (const AttributeValue* const value = item.Find(table_.entity_attribute)) {
    const auto* text = value->As<std::string>();
    const auto found = text == nullptr ? by_value_.end() : by_value_.find(*text);
    return found == by_value_.end() ? nullptr : found->second;
  }
  const KeptEntity* best = nullptr;
  std::size_t best_fit = 0;
  for (const auto& entity : entities_) {
    const std::optional<std::size_t> fit = entity->FitOfKey(item);
    if (!fit || (best != nullptr && *fit <= best_fit)) continue;
    best = entity.get();
    best_fit = *fit;
  }
  if (best == nullptr && entities_.size() == 1) {
    // With no choice there is nothing to say; a key that cannot be its own is an error of its keys.
    best = entities_.front().get();
  }
  return best;
}

const KeptEntity* KeptTable::Find(std::string_view entity) const {
  for (const auto& one : entities_) {
    if (one->entity().name == entity) return one.get();
  }
  return nullptr;
}

bool KeptTable::IsGuard(const Item& item) const {
  const AttributeValue* const value = item.Find(table_.entity_attribute);
  const auto* text = value == nullptr ? nullptr : value->As<std::string>();
  return text != nullptr && text->starts_with(kGuard);
}

}  // namespace trestle::model
