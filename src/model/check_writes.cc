#include <algorithm>
#include <array>
#include <string>

#include "model/check_report.h"
#include "model/key_use.h"

// Rules about what writes leave behind.
namespace trestle::model {
namespace {

// The keys of indexes that an update of the pattern's parameters would change.
std::string ChangedKeys(const Model& model, const Pattern& pattern, const Entity& entity) {
  const KeyView primary = KeyOf(*TableOf(model, entity));
  std::string changed;
  for (const EntityKey& key : entity.keys) {
    if (primary.Has(key.attribute)) continue;
    const bool moves = std::ranges::any_of(key.value.parts, [&](const TemplatePart& part) {
      const std::string_view name = FirstName(part.reference);
      const Attribute* attribute = entity.FindAttribute(name);
      return attribute != nullptr && !attribute->immutable && !attribute->computed &&
             !InPrimaryKey(model, entity, name) && pattern.FindParameter(name) != nullptr;
    });
    if (moves) changed += (changed.empty() ? "" : ", ") + key.attribute;
  }
  return changed;
}

void StaleIndexKey(const Model& model, Report& report) {
  for (const Pattern& pattern : model.patterns) {
    if (pattern.kind != PatternKind::kUpdate) continue;
    for (const Entity* entity : EntitiesOf(model, pattern)) {
      if (TableOf(model, *entity) == nullptr) continue;
      const std::string keys = ChangedKeys(model, pattern, *entity);
      if (keys.empty()) continue;
      report.Add(About(pattern), {},
                 "the update may change what these keys of " + entity->name +
                     " are made of, and a client that does not write them too leaves the item in "
                     "its old place: " +
                     keys);
    }
  }
}

// Every attribute of the copy is one of the original's as well.
bool IsCopy(const Entity& copy, const Entity& original) {
  return &copy != &original &&
         std::ranges::all_of(copy.attributes, [&](const Attribute& attribute) {
           const Attribute* same = original.FindAttribute(attribute.name);
           return same != nullptr && same->shape.type == attribute.shape.type;
         });
}

// A transaction that somebody runs, or a trigger on the original, writes the copy.
bool IsKept(const Model& model, const Entity& copy, const Entity& original) {
  const auto writes = [](const Transaction& transaction, const Entity& entity) {
    return std::ranges::any_of(transaction.steps, [&](const Step& step) {
      return step.entity == entity.name && step.kind != Step::Kind::kCheck;
    });
  };
  const auto both = [&](const Transaction& transaction) {
    return writes(transaction, copy) && writes(transaction, original);
  };
  const auto follows = [&](const Trigger& trigger) {
    const Transaction* run = model.FindTransaction(trigger.run);
    return trigger.entity == original.name && run != nullptr && writes(*run, copy);
  };
  return std::ranges::any_of(model.transactions, both) ||
         std::ranges::any_of(model.triggers, follows);
}

void UnkeptCopy(const Model& model, Report& report) {
  for (const Entity& copy : model.entities) {
    for (const Reference& reference : copy.references) {
      const Entity* original = model.FindEntity(reference.entity);
      if (original == nullptr || !IsCopy(copy, *original) || IsKept(model, copy, *original)) {
        continue;
      }
      std::string copied;
      for (const Attribute& attribute : copy.attributes) {
        const bool fixed = attribute.immutable || InPrimaryKey(model, copy, attribute.name) ||
                           InPrimaryKey(model, *original, attribute.name);
        if (!fixed) copied += (copied.empty() ? "" : ", ") + attribute.name;
      }
      if (copied.empty()) continue;
      report.Add(About(copy), {},
                 "a " + copy.name + " repeats what its " + original->name +
                     " says, and no transaction and no trigger writes both: " + copied);
    }
  }
}

void BatchWriteReplaces(const Model& model, Report& report) {
  for (const Pattern& pattern : model.patterns) {
    if (pattern.kind != PatternKind::kBatchWrite) continue;
    for (const Entity* entity : EntitiesOf(model, pattern)) {
      const auto changed =
          std::ranges::find_if(pattern.parameters, [&](const Parameter& parameter) {
            return entity->FindAttribute(parameter.name) != nullptr &&
                   !InPrimaryKey(model, *entity, parameter.name);
          });
      if (changed == pattern.parameters.end()) continue;
      report.Add(About(pattern), {},
                 "a batch puts or deletes whole items, so it cannot change " + changed->name +
                     " of a " + entity->name + " and keep the rest");
    }
  }
}

constexpr std::array kWritesRules = {
    Rule{.id = "stale-index-key",
         .severity = Severity::kInfo,
         .summary = "An update changes what an index's key is made of.",
         .instead = "bind the model, so that the server derives the key inside the write; or write "
                    "the key in the same update",
         .check = StaleIndexKey},
    Rule{.id = "unkept-copy",
         .severity = Severity::kWarning,
         .summary = "An entity repeats another one's attributes, and nothing keeps the copy.",
         .instead = "a transaction that changes both, a trigger on the one that is copied, or the "
                    "keys alone",
         .check = UnkeptCopy},
    Rule{.id = "batch-write-replaces",
         .severity = Severity::kError,
         .summary = "A batch write is meant to change some attributes of items.",
         .instead = "kind = \"update\" with fan_out by value: one update for each item",
         .check = BatchWriteReplaces},
};

}  // namespace

std::span<const Rule> WriteRules() { return kWritesRules; }

}  // namespace trestle::model
