#include "model/key_use.h"

#include <algorithm>

#include "model/condition_value.h"

namespace trestle::model {
namespace {

bool Among(const std::vector<const KeyAttribute*>& attributes, std::string_view name) {
  return std::ranges::any_of(attributes,
                             [&](const KeyAttribute* key) { return key->name == name; });
}

}  // namespace

bool KeyView::IsPartition(std::string_view attribute) const { return Among(partition, attribute); }
bool KeyView::IsSort(std::string_view attribute) const { return Among(sort, attribute); }
std::string_view KeyView::Name() const {
  return index == nullptr ? std::string_view("the table's key") : std::string_view(index->name);
}

KeyView KeyOf(const Table& table) {
  KeyView view;
  view.partition.push_back(&table.partition_key);
  if (table.sort_key) view.sort.push_back(&*table.sort_key);
  return view;
}

KeyView KeyOf(const Table& table, const Index& index) {
  KeyView view{.index = &index};
  for (const KeyAttribute& key : index.partition_key) view.partition.push_back(&key);
  if (index.local && view.partition.empty()) view.partition.push_back(&table.partition_key);
  for (const KeyAttribute& key : index.sort_key) view.sort.push_back(&key);
  return view;
}

KeyView KeyOf(const Model& model, const Pattern& pattern) {
  const Table* table = TableOf(model, pattern);
  if (table == nullptr) return {};
  if (pattern.index.empty()) return KeyOf(*table);
  const Index* index = table->FindIndex(pattern.index);
  return index == nullptr ? KeyView{} : KeyOf(*table, *index);
}

std::vector<KeyView> KeysOf(const Table& table) {
  std::vector<KeyView> views = {KeyOf(table)};
  for (const Index& index : table.indexes) views.push_back(KeyOf(table, index));
  return views;
}

Template KeyTemplate(const Entity& entity, std::string_view attribute) {
  if (const EntityKey* key = entity.FindKey(attribute)) return key->value;
  const Attribute* plain = entity.FindAttribute(attribute);
  if (plain == nullptr) return {};
  return {.text = "{" + plain->name + "}",
          .place = plain->place,
          .parts = {{.literal = {}, .reference = plain->name, .formats = {}}}};
}

namespace {

void AddExpanded(const Entity& entity, const Template& text, std::size_t depth,
                 std::vector<TemplatePart>& parts) {
  for (const TemplatePart& part : text.parts) {
    const Attribute* const attribute = part.reference.empty() || !part.formats.empty()
                                           ? nullptr
                                           : entity.FindAttribute(part.reference);
    // Attributes that are computed from each other in a circle are another finding.
    if (attribute == nullptr || !attribute->computed || depth > entity.attributes.size()) {
      parts.push_back(part);
    } else {
      AddExpanded(entity, *attribute->computed, depth + 1, parts);
    }
  }
}

}  // namespace

Template Expanded(const Entity& entity, const Template& text) {
  Template expanded = text;
  expanded.parts.clear();
  AddExpanded(entity, text, 0, expanded.parts);
  return expanded;
}

bool IsNative(const Template& text) {
  return text.parts.size() == 1 && !text.parts.front().reference.empty() &&
         text.parts.front().formats.empty();
}

const KeyTest* FindTest(const Pattern& pattern, std::string_view attribute) {
  const auto found = std::ranges::find(pattern.where, attribute, &KeyTest::attribute);
  return found == pattern.where.end() ? nullptr : &*found;
}

const Table* TableOf(const Model& model, const Entity& entity) {
  return model.FindTable(entity.table);
}

const Table* TableOf(const Model& model, const Pattern& pattern) {
  if (const Table* table = model.FindTable(pattern.table)) return table;
  for (const std::string& name : pattern.entities) {
    const Entity* entity = model.FindEntity(name);
    if (entity != nullptr) return TableOf(model, *entity);
  }
  return nullptr;
}

std::vector<const Entity*> EntitiesOf(const Model& model, const Pattern& pattern) {
  std::vector<const Entity*> entities;
  for (const std::string& name : pattern.entities) {
    if (const Entity* entity = model.FindEntity(name)) entities.push_back(entity);
  }
  return entities;
}

bool InPrimaryKey(const Model& model, const Entity& entity, std::string_view attribute) {
  const Table* table = TableOf(model, entity);
  if (table == nullptr) return false;
  const KeyView view = KeyOf(*table);
  if (view.Has(attribute)) return true;
  return std::ranges::any_of(entity.keys, [&](const EntityKey& key) {
    return view.Has(key.attribute) &&
           std::ranges::any_of(key.value.parts, [&](const TemplatePart& part) {
             return !part.reference.empty() && FirstName(part.reference) == attribute;
           });
  });
}

std::string_view FirstName(std::string_view reference) {
  return reference.substr(0, reference.find('.'));
}

bool IsOptional(const Model& model, const Entity& entity, std::string_view attribute) {
  const Attribute* declared = entity.FindAttribute(attribute);
  if (declared == nullptr) return false;
  return !declared->required && !declared->default_value && !declared->on_write &&
         !declared->computed && entity.version != attribute &&
         !InPrimaryKey(model, entity, attribute);
}

bool IsWritten(const Table& table, const Entity& entity, std::string_view attribute) {
  return entity.FindAttribute(attribute) != nullptr || entity.FindKey(attribute) != nullptr ||
         attribute == table.entity_attribute || attribute == entity.version ||
         (!entity.ttl.empty() && attribute == table.ttl);
}

void AddNames(const Condition& condition, std::vector<std::string_view>& names) {
  for (const Operand& operand : condition.operands) {
    const bool attribute =
        operand.kind == Operand::Kind::kAttribute || operand.kind == Operand::Kind::kSize;
    if (attribute) names.push_back(operand.name);
  }
  for (const Condition& inner : condition.conditions) AddNames(inner, names);
}

namespace {

bool CanHold(const Condition& condition, std::string_view attribute, const Item& item) {
  const auto inner = [&](const Condition& one) { return CanHold(one, attribute, item); };
  if (condition.kind == Condition::Kind::kAnd) {
    return std::ranges::all_of(condition.conditions, inner);
  }
  if (condition.kind == Condition::Kind::kOr) {
    return std::ranges::any_of(condition.conditions, inner);
  }
  std::vector<std::string_view> names;
  AddNames(condition, names);
  const bool of_others =
      std::ranges::any_of(names, [&](std::string_view name) { return name != attribute; });
  return of_others || Matches(condition, item, {});
}

}  // namespace

bool CanHaveKey(const EntityKey& key, std::string_view attribute, const std::string& text) {
  if (!key.when) return true;
  Item item;
  item.Set(std::string(attribute), AttributeValue::String(text));
  return CanHold(key.when->condition, attribute, item);
}

}  // namespace trestle::model
