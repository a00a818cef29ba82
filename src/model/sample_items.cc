#include "model/sample_items.h"

#include "model/condition_value.h"
#include "model/key_text.h"

namespace trestle::model {
namespace {

void Derive(const Entity& entity, const Template& text, const std::string& name, Item& item) {
  const Result<std::optional<AttributeValue>> value = Derived(entity, text, item);
  if (value && *value) item.Set(name, **value);
}

// Where a key's attribute is made when it is written, an example must do.
void FillIn(const Entity& entity, Item& item) {
  for (const Attribute& attribute : entity.attributes) {
    if (item.Contains(attribute.name) || !attribute.default_value) continue;
    if (const auto* value = std::get_if<AttributeValue>(&*attribute.default_value)) {
      item.Set(attribute.name, *value);
    }
  }
}

}  // namespace

std::vector<SampleItem> SampleItems(const Model& model, const Table& table) {
  std::vector<SampleItem> items;
  for (const Sample& sample : model.samples) {
    const Entity* entity = model.FindEntity(sample.entity);
    if (entity == nullptr || entity->table != table.name) continue;
    SampleItem made{.entity = sample.entity, .item = sample.values};
    FillIn(*entity, made.item);
    for (const Attribute& attribute : entity->attributes) {
      if (attribute.computed) Derive(*entity, *attribute.computed, attribute.name, made.item);
    }
    for (const EntityKey& key : entity->keys) {
      if (key.when && !Matches(key.when->condition, made.item, {.entity = entity})) continue;
      Derive(*entity, key.value, key.attribute, made.item);
    }
    made.item.Set(table.entity_attribute, AttributeValue::String(entity->value));
    items.push_back(std::move(made));
  }
  return items;
}

}  // namespace trestle::model
