#include "model/sample_arguments.h"

#include <algorithm>

#include "model/output_messages.h"
#include "model/sample_items.h"

namespace trestle::model {
namespace {

// The samples of one of the pattern's entities, as the table would hold them.
std::vector<Item> ItemsOf(const Model& model, const Entity& entity) {
  std::vector<Item> items;
  const Table* table = model.FindTable(entity.table);
  if (table == nullptr) return items;
  for (SampleItem& sample : SampleItems(model, *table)) {
    if (sample.entity == entity.name) items.push_back(std::move(sample.item));
  }
  return items;
}

// Takes, for each parameter of `asked`, the value of the attribute that stands in its place in the
// entity's own template.
void TakeAligned(const Template& asked, const Template& own, const Item& item, Item& arguments) {
  for (std::size_t i = 0; i < std::min(asked.parts.size(), own.parts.size()); ++i) {
    const TemplatePart& parameter = asked.parts[i];
    if (parameter.reference.empty() || arguments.Contains(parameter.reference)) continue;
    if (own.parts[i].reference.empty()) continue;
    if (const AttributeValue* value = item.Find(own.parts[i].reference)) {
      arguments.Set(parameter.reference, *value);
    }
  }
}

void TakeFromItem(const Pattern& pattern, const Entity& entity, const Item& item, Item& arguments) {
  for (const KeyTest& test : pattern.where) {
    const EntityKey* key = entity.FindKey(test.attribute);
    Template own{.parts = {{.reference = test.attribute}}};
    if (key != nullptr) own = key->value;
    TakeAligned(test.value, own, item, arguments);
    if (test.kind == KeyTest::Kind::kBetween) TakeAligned(test.upper, own, item, arguments);
  }
  for (const Parameter& parameter : pattern.parameters) {
    if (arguments.Contains(parameter.name)) continue;
    if (const AttributeValue* value = item.Find(parameter.name))
      arguments.Set(parameter.name, *value);
  }
}

// A fan-out over what the item has.
void TakeFanOut(const Pattern& pattern, Item& arguments) {
  if (!pattern.fan_out) return;
  const FanOut& fan_out = *pattern.fan_out;
  const AttributeValue* each = arguments.Find(fan_out.parameter);
  if (each == nullptr) return;
  const AttributeValue value = *each;
  arguments.Erase(fan_out.parameter);
  if (fan_out.by == FanOut::By::kValue) {
    if (!arguments.Contains(fan_out.list))
      arguments.Set(fan_out.list, AttributeValue::Of(List{value}));
    return;
  }
  if (!arguments.Contains(fan_out.from)) arguments.Set(fan_out.from, value);
  if (!arguments.Contains(fan_out.to)) arguments.Set(fan_out.to, value);
}

void TakeGeo(const Pattern& pattern, const Item& item, Item& arguments) {
  if (!pattern.geo) return;
  const AttributeValue* point = item.Find(pattern.geo->attribute);
  if (point != nullptr && !arguments.Contains(pattern.geo->around)) {
    arguments.Set(pattern.geo->around, *point);
  }
  if (!arguments.Contains(pattern.geo->radius)) {
    arguments.Set(pattern.geo->radius, AttributeValue::Integer(1));
  }
}

}  // namespace

Result<Item> SampleArguments(const Model& model, const Pattern& pattern) {
  const auto test = std::ranges::find(model.tests, pattern.name, &PatternTest::pattern);
  Item arguments = test != model.tests.end() ? test->arguments : Item();
  for (const std::string& name : pattern.entities) {
    const Entity* entity = model.FindEntity(name);
    if (entity == nullptr) continue;
    for (const Item& item : ItemsOf(model, *entity)) {
      TakeFromItem(pattern, *entity, item, arguments);
      TakeGeo(pattern, item, arguments);
    }
  }
  TakeFanOut(pattern, arguments);
  arguments.Erase("cell");
  for (const Parameter& parameter : pattern.parameters) {
    if (arguments.Contains(parameter.name) || parameter.default_value || parameter.optional)
      continue;
    return messages::NoSampleFor(parameter.name);
  }
  Item known;
  for (const Parameter& parameter : pattern.parameters) {
    if (const AttributeValue* value = arguments.Find(parameter.name))
      known.Set(parameter.name, *value);
  }
  return known;
}

}  // namespace trestle::model
