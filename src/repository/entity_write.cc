#include "repository/entity_write.h"

#include <algorithm>
#include <set>
#include <utility>

#include "model/condition_text.h"
#include "model/key_text.h"
#include "model/plain_value.h"
#include "repository/expression_text.h"
#include "repository/messages.h"

namespace trestle::repository {
namespace {

constexpr const char* kOwner = "Owner";

// The expressions of one write and the values behind them.
class WriteText {
 public:
  void And(const std::string& condition) {
    condition_.append(condition_.empty() ? "" : " AND ").append(condition);
  }
  // That an attribute is as it was read.
  void Same(const Item& before, const std::string& name) {
    const AttributeValue* value = before.Find(name);
    And(value == nullptr ? "attribute_not_exists(" + text_.Name(name) + ")"
                         : text_.Name(name) + " = " + text_.Value(*value));
  }
  ExpressionText& text() { return text_; }
  TransactWrite Finish(TransactWrite write) {
    if (!condition_.empty()) write.condition_expression = condition_;
    if (!text_.names().empty()) write.substitutions.names = text_.names();
    if (!text_.literals().empty()) write.substitutions.values = text_.literals();
    return write;
  }

 private:
  ExpressionText text_;
  std::string condition_;
};

std::vector<std::string> PrimaryNames(const model::Table& table) {
  std::vector<std::string> names = {table.partition_key.name};
  if (table.sort_key) names.push_back(table.sort_key->name);
  return names;
}

Item KeyIn(const model::Table& table, const Item& item) {
  Item key;
  for (const std::string& name : PrimaryNames(table)) {
    if (const AttributeValue* value = item.Find(name)) key.Set(name, *value);
  }
  return key;
}

void AddReferences(const model::Template& text, std::set<std::string>& names) {
  for (const model::TemplatePart& part : text.parts) {
    if (part.reference.empty()) continue;
    names.insert(part.reference.substr(0, part.reference.find('.')));
  }
}

void AddOperands(const std::optional<model::ConditionText>& condition,
                 std::set<std::string>& names) {
  if (!condition) return;
  model::VisitOperands(condition->condition, [&](const model::Operand& operand) {
    if (operand.kind == model::Operand::Kind::kAttribute ||
        operand.kind == model::Operand::Kind::kSize) {
      names.insert(operand.name.substr(0, operand.name.find('.')));
    }
  });
}

// Whether a write while the rule holds goes on with the time that an earlier one has begun.
bool KeepsItsBeginning(const model::TtlRule& rule) { return rule.when && rule.of.empty(); }

void RequireThere(const EntityContext& context, WriteText& text) {
  text.And("attribute_exists(" + text.text().Name(context.table.partition_key.name) + ")");
}

void RequireSameInputs(const EntityContext& context, const Item& before, WriteText& text) {
  for (const std::string& name : DerivationInputs(context)) text.Same(before, name);
}

// That the item is the one that was read, as far as it matters.
void RequireSame(const EntityContext& context, const Item& before, WriteText& text) {
  RequireThere(context, text);
  const std::string& version = context.kept.entity().version;
  if (!version.empty()) return text.Same(before, version);
  RequireSameInputs(context, before, text);
}

// Whether the database adds all that an update changes, but for what every write changes: then
// many may do so at once, and none has to be the first after what it has read.
bool OnlyAdds(const model::Entity& entity, const Item& before, const Item& after,
              const Item& additions) {
  if (additions.empty()) return false;
  const auto of_every_write = [&](const std::string& name) {
    const model::Attribute* const attribute = entity.FindAttribute(name);
    return name == entity.version || (attribute != nullptr && attribute->on_write);
  };
  for (const auto& [name, value] : after) {
    const AttributeValue* const old = before.Find(name);
    const bool same = old != nullptr && *old == value;
    if (!same && !additions.Contains(name) && !of_every_write(name)) return false;
  }
  return std::ranges::all_of(
      before, [&](const Attribute& attribute) { return after.Contains(attribute.name); });
}

TransactWrite PutGuard(const EntityContext& context, const model::UniqueGuard& guard) {
  WriteText text;
  const AttributeValue* owner = guard.item.Find(kOwner);
  std::string condition =
      "attribute_not_exists(" + text.text().Name(context.table.partition_key.name) + ")";
  if (owner != nullptr) {
    condition += " OR " + text.text().Name(kOwner) + " = " + text.text().Value(*owner);
  }
  text.And(condition);
  return text.Finish({.action = TransactAction::kPut,
                      .table_name = context.table_name,
                      .item_or_key = guard.item});
}

TransactWrite DeleteGuard(const EntityContext& context, const model::UniqueGuard& guard) {
  return {.action = TransactAction::kDelete,
          .table_name = context.table_name,
          .item_or_key = guard.key};
}

// Guards that the item gains and those that it gives up.
void PlanGuards(const EntityContext& context, const Item* before, const Item* after,
                PlannedWrites& planned) {
  if (context.bound || context.kept.entity().unique.empty()) return;
  const auto had =
      before == nullptr ? std::vector<model::UniqueGuard>() : context.kept.GuardsOf(*before);
  const auto has =
      after == nullptr ? std::vector<model::UniqueGuard>() : context.kept.GuardsOf(*after);
  const auto among = [](const std::vector<model::UniqueGuard>& guards,
                        const model::UniqueGuard& guard) {
    return std::ranges::any_of(
        guards, [&](const model::UniqueGuard& other) { return other.key == guard.key; });
  };
  for (const model::UniqueGuard& guard : has) {
    if (among(had, guard)) continue;
    planned.writes.push_back(PutGuard(context, guard));
    planned.meanings.push_back(
        {.kind = WriteConflict::Kind::kUnique, .attribute = guard.attribute});
  }
  for (const model::UniqueGuard& guard : had) {
    if (among(has, guard)) continue;
    planned.writes.push_back(DeleteGuard(context, guard));
    planned.meanings.push_back({});
  }
}

Status Keep(const EntityContext& context, Item& item, const model::ItemWrite& write) {
  std::vector<model::FieldError> errors = context.kept.Keep(item, write);
  if (errors.empty()) return {};
  return messages::BadEntity(context.kept.entity().name, std::move(errors));
}

}  // namespace

std::set<std::string> DerivationInputs(const EntityContext& context) {
  const model::Entity& entity = context.kept.entity();
  std::set<std::string> names(entity.unique.begin(), entity.unique.end());
  for (const model::EntityKey& key : entity.keys) {
    AddReferences(key.value, names);
    AddOperands(key.when, names);
  }
  for (const model::Attribute& attribute : entity.attributes) {
    if (attribute.computed) AddReferences(*attribute.computed, names);
    if (attribute.immutable || attribute.since) names.insert(attribute.name);
    AddOperands(attribute.since, names);
  }
  for (const model::TtlRule& rule : entity.ttl) {
    AddOperands(rule.when, names);
    if (!rule.of.empty()) names.insert(rule.of.substr(0, rule.of.find('.')));
    if (KeepsItsBeginning(rule)) names.insert(context.table.ttl);
  }
  for (const std::string& name : PrimaryNames(context.table)) names.erase(name);
  return names;
}

Item StoredValues(const model::Entity& entity, Item values) {
  Item stored;
  stored.Reserve(values.size());
  for (const auto& [name, value] : values) {
    if (value.type() == AttributeType::kNull) continue;
    const model::Attribute* attribute = entity.FindAttribute(name);
    if (attribute == nullptr) {
      stored.Set(name, value);
      continue;
    }
    auto converted = model::FromPlain(attribute->shape, value);
    stored.Set(name, converted ? *std::move(converted) : value);
  }
  return stored;
}

Result<Item> PrimaryKeyOf(const EntityContext& context, const Item& key) {
  const model::Entity& entity = context.kept.entity();
  const Item given = StoredValues(entity, key);
  Item primary;
  std::vector<model::FieldError> errors;
  for (const std::string& name : PrimaryNames(context.table)) {
    if (const AttributeValue* value = given.Find(name)) {
      primary.Set(name, *value);
      continue;
    }
    const model::EntityKey* own = entity.FindKey(name);
    if (own == nullptr) {
      errors.push_back({.field = name, .message = messages::Required()});
      continue;
    }
    auto derived = model::Derived(entity, own->value, given);
    if (!derived) {
      errors.push_back({.field = name, .message = derived.error().message});
    } else if (*derived) {
      primary.Set(name, **std::move(derived));
    } else {
      for (const model::TemplatePart& part : own->value.parts) {
        if (part.reference.empty() || model::ValueAt(given, part.reference) != nullptr) continue;
        errors.push_back({.field = part.reference, .message = messages::Required()});
      }
    }
  }
  if (!errors.empty()) return messages::BadKey(std::move(errors));
  return primary;
}

bool NeedsBefore(const EntityContext& context) {
  const model::Entity& entity = context.kept.entity();
  return !entity.version.empty() || (!entity.unique.empty() && !context.bound) ||
         std::ranges::any_of(entity.attributes,
                             [](const model::Attribute& attribute) {
                               return attribute.immutable || attribute.since;
                             }) ||
         std::ranges::any_of(entity.ttl, KeepsItsBeginning);
}

Result<PlannedWrites> PlanPut(const EntityContext& context, Item item, const Item* before,
                              PutOver over, TimePoint now) {
  TRESTLE_RETURN_IF_ERROR(
      Keep(context, item, {.writing = model::Writing::kPut, .before = before, .now = now}));
  PlannedWrites planned;
  WriteText text;
  Meaning meaning;
  if (over == PutOver::kNothing || (over == PutOver::kWhatWasRead && before == nullptr)) {
    text.And("attribute_not_exists(" + text.text().Name(context.table.partition_key.name) + ")");
    meaning.kind = WriteConflict::Kind::kExists;
  } else if (over == PutOver::kWhatWasRead) {
    RequireSame(context, *before, text);
    meaning.kind = WriteConflict::Kind::kVersion;
  }
  planned.writes.push_back(text.Finish(
      {.action = TransactAction::kPut, .table_name = context.table_name, .item_or_key = item}));
  planned.meanings.push_back(std::move(meaning));
  PlanGuards(context, before, &item, planned);
  planned.after = std::move(item);
  planned.moment = now;
  return planned;
}

Result<PlannedWrites> PlanUpdate(const EntityContext& context, const Item& before, Item after,
                                 const Item& additions, TimePoint now) {
  TRESTLE_RETURN_IF_ERROR(
      Keep(context, after, {.writing = model::Writing::kUpdate, .before = &before, .now = now}));
  WriteText text;
  Item added = additions;
  if (const model::Entity& entity = context.kept.entity();
      OnlyAdds(entity, before, after, additions)) {
    RequireThere(context, text);
    RequireSameInputs(context, before, text);
    if (!entity.version.empty()) added.Set(entity.version, AttributeValue::Integer(1));
  } else {
    RequireSame(context, before, text);
  }
  std::string set;
  std::string remove;
  std::string add;
  for (const auto& [name, value] : added) {
    add.append(add.empty() ? " ADD " : ", ")
        .append(text.text().Name(name) + " " + text.text().Value(value));
  }
  for (const auto& [name, value] : after) {
    const AttributeValue* old = before.Find(name);
    if (added.Contains(name) || (old != nullptr && *old == value)) continue;
    set.append(set.empty() ? "SET " : ", ")
        .append(text.text().Name(name) + " = " + text.text().Value(value));
  }
  for (const auto& [name, value] : before) {
    if (after.Contains(name) || added.Contains(name)) continue;
    remove.append(remove.empty() ? " REMOVE " : ", ").append(text.text().Name(name));
  }
  PlannedWrites planned;
  TransactWrite write{.action = TransactAction::kUpdate,
                      .table_name = context.table_name,
                      .item_or_key = KeyIn(context.table, before)};
  if (const std::string expression = set + remove + add; !expression.empty()) {
    write.update_expression = expression;
  }
  planned.writes.push_back(text.Finish(std::move(write)));
  planned.meanings.push_back({.kind = WriteConflict::Kind::kVersion, .attribute = {}});
  PlanGuards(context, &before, &after, planned);
  planned.after = std::move(after);
  planned.moment = now;
  return planned;
}

Result<PlannedWrites> PlanDelete(const EntityContext& context, const Item& before,
                                 std::optional<std::int64_t> version) {
  PlannedWrites planned;
  WriteText text;
  text.And("attribute_exists(" + text.text().Name(context.table.partition_key.name) + ")");
  const model::Entity& entity = context.kept.entity();
  if (version && !entity.version.empty()) {
    text.And(text.text().Name(entity.version) + " = " +
             text.text().Value(AttributeValue::Integer(*version)));
  }
  if (!context.bound) {
    for (const std::string& name : entity.unique) text.Same(before, name);
  }
  planned.writes.push_back(text.Finish({.action = TransactAction::kDelete,
                                        .table_name = context.table_name,
                                        .item_or_key = KeyIn(context.table, before)}));
  planned.meanings.push_back({.kind = WriteConflict::Kind::kVersion, .attribute = {}});
  PlanGuards(context, &before, nullptr, planned);
  planned.after = before;
  return planned;
}

}  // namespace trestle::repository
