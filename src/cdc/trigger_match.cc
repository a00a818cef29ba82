#include "cdc/trigger_match.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "model/condition_value.h"
#include "model/generated.h"
#include "model/key_text.h"

namespace trestle {
namespace {

using repository::ItemChange;

bool ListensTo(const model::Trigger& trigger, const ItemChange& change) {
  if (change.entity == nullptr || trigger.entity != change.entity->name) return false;
  switch (change.kind) {
    case ItemChange::Kind::kInsert:
      return trigger.on_insert;
    case ItemChange::Kind::kModify:
      return trigger.on_modify;
    case ItemChange::Kind::kRemove:
      break;
  }
  return trigger.on_remove;
}

// new.X and old.X.
Item ScopeOf(const ItemChange& change) {
  Item scope;
  if (change.after) scope.Set("new", AttributeValue::Of(*change.after));
  if (change.before) scope.Set("old", AttributeValue::Of(*change.before));
  return scope;
}

const model::Shape* ShapeOf(const model::Entity& entity, std::string_view reference) {
  const std::size_t dot = reference.find('.');
  if (dot == std::string_view::npos) return nullptr;
  const model::Attribute* attribute = entity.FindAttribute(reference.substr(dot + 1));
  return attribute == nullptr ? nullptr : &attribute->shape;
}

std::optional<AttributeValue> ValueOf(const model::StepValue& value, const model::Shape* shape,
                                      const ItemChange& change, const Item& scope, TimePoint now) {
  if (const auto* literal = std::get_if<AttributeValue>(&value)) return *literal;
  if (const auto* generated = std::get_if<model::Generated>(&value)) {
    return model::Made(*generated, shape, now);
  }
  const auto& text = std::get<model::Template>(value);
  std::string written;
  for (const model::TemplatePart& part : text.parts) {
    if (part.reference.empty()) {
      written += part.literal;
      continue;
    }
    const AttributeValue* referred = model::ValueAt(scope, part.reference);
    if (referred == nullptr) return std::nullopt;
    if (text.parts.size() == 1 && part.formats.empty()) return *referred;
    const auto formatted =
        model::FormattedText(*referred, ShapeOf(*change.entity, part.reference), part.formats);
    if (!formatted) return std::nullopt;
    written += *formatted;
  }
  return AttributeValue::String(std::move(written));
}

}  // namespace

std::vector<FiredTrigger> Fired(const model::Model& model, const ItemChange& change,
                                TimePoint now) {
  std::vector<FiredTrigger> fired;
  std::optional<Item> scope;
  for (const model::Trigger& trigger : model.triggers) {
    if (!ListensTo(trigger, change)) continue;
    if (!scope) scope = ScopeOf(change);
    if (trigger.when &&
        !model::Matches(trigger.when->condition, *scope, {.entity = change.entity, .now = now})) {
      continue;
    }
    const model::Transaction* run = model.FindTransaction(trigger.run);
    FiredTrigger& one = fired.emplace_back();
    one.name = trigger.name;
    one.reaction.transaction = trigger.run;
    for (const model::Assignment& assignment : trigger.with) {
      const auto parameter =
          std::ranges::find(run->parameters, assignment.attribute, &model::Parameter::name);
      const model::Shape* shape = parameter == run->parameters.end() ? nullptr : &parameter->shape;
      if (auto value = ValueOf(assignment.value, shape, change, *scope, now)) {
        one.reaction.arguments.Set(assignment.attribute, *std::move(value));
      }
    }
  }
  return fired;
}

}  // namespace trestle
