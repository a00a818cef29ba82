#include <algorithm>
#include <array>
#include <string>

#include "model/check_report.h"
#include "model/key_use.h"
#include "model/template_match.h"
#include "model/text_form.h"

// Rules about the templates of entities.
namespace trestle::model {
namespace {

Place PlaceOf(const EntityKey& key) {
  return key.value.place.line == 0 ? key.place : key.value.place;
}

std::string KeyName(const Entity& entity, const EntityKey& key) {
  return key.attribute + " of " + entity.name;
}

bool IsSortKey(const Table& table, std::string_view attribute) {
  return std::ranges::any_of(KeysOf(table),
                             [&](const KeyView& view) { return view.IsSort(attribute); });
}

// Calls `visit(entity, key, table)` for every template of a key.
template <class Visit>
void ForEachKey(const Model& model, Visit visit) {
  for (const Entity& entity : model.entities) {
    const Table* table = TableOf(model, entity);
    if (table == nullptr) continue;
    for (const EntityKey& key : entity.keys) visit(entity, key, *table);
  }
}

void NumberSortsAsText(const Model& model, Report& report) {
  ForEachKey(model, [&](const Entity& entity, const EntityKey& key, const Table& table) {
    const Template text = Expanded(entity, key.value);
    if (IsNative(text) || !IsSortKey(table, key.attribute)) return;
    for (const TemplatePart& part : text.parts) {
      if (part.reference.empty()) continue;
      const std::optional<Shape> shape = ShapeOf(model, entity, part.reference);
      if (!shape || !IsNumeric(shape->type) || SortsAsNumber(*shape, part.formats)) continue;
      report.Add(About(entity), PlaceOf(key),
                 KeyName(entity, key) + " writes the number " + part.reference +
                     " as it is, and as text 1000 comes before 150 and 10.0 before 9.2");
    }
  });
}

void DelimiterInValue(const Model& model, Report& report) {
  ForEachKey(model, [&](const Entity& entity, const EntityKey& key, const Table&) {
    const std::vector<TemplatePart>& parts = key.value.parts;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      if (parts[i].reference.empty()) continue;
      const bool more =
          std::any_of(parts.begin() + static_cast<std::ptrdiff_t>(i) + 1, parts.end(),
                      [](const TemplatePart& part) { return !part.reference.empty(); });
      if (!more) return;
      const std::optional<Shape> known = ShapeOf(model, entity, parts[i].reference);
      const Shape shape = known.value_or(Shape{});
      // Identifiers are made by programs, without delimiters.
      const bool made = IsIdentifier(known, parts[i].reference) && shape.pattern.empty();
      if (made || HasFixedWidth(shape, parts[i].formats)) continue;
      const std::string& next = parts[i + 1].literal;
      if (!parts[i + 1].reference.empty()) {
        report.Add(About(entity), PlaceOf(key),
                   KeyName(entity, key) + " puts " + parts[i + 1].reference + " right behind " +
                       parts[i].reference + ", so that nobody can tell where one ends");
      } else if (!next.empty() && CharactersOf(shape, parts[i].formats)
                                      .test(static_cast<unsigned char>(next.front()))) {
        report.Add(About(entity), PlaceOf(key),
                   "the value of " + parts[i].reference + " may hold the '" + next.substr(0, 1) +
                       "' that ends it in " + KeyName(entity, key));
      }
    }
  });
}

// What shows that an attribute changes; empty if nothing does.
std::string HowItChanges(const Model& model, const Entity& entity, std::string_view name) {
  const Attribute* attribute = entity.FindAttribute(name);
  if (attribute != nullptr && attribute->on_write) return "every write changes it";
  if (attribute != nullptr && attribute->since) return "it comes and goes with its condition";
  if (entity.version == name) return "every write counts it up";
  const auto names = [&](const std::optional<ConditionText>& text, const std::string& wanted) {
    std::vector<std::string_view> all;
    if (text) AddNames(text->condition, all);
    return std::ranges::find(all, wanted) != all.end();
  };
  for (const Attribute& other : entity.attributes) {
    if (names(other.since, std::string(name))) return other.name + " tells since when it is so";
  }
  for (const TtlRule& rule : entity.ttl) {
    if (rule.of.empty() && names(rule.when, std::string(name))) {
      return "the expiry begins when it becomes another";
    }
  }
  for (const Trigger& trigger : model.triggers) {
    if (trigger.entity == entity.name && names(trigger.when, "old." + std::string(name)) &&
        names(trigger.when, "new." + std::string(name))) {
      return "trigger " + trigger.name + " waits for its change";
    }
  }
  for (const Transaction& transaction : model.transactions) {
    for (const Step& step : transaction.steps) {
      if (step.kind != Step::Kind::kUpdate || step.entity != entity.name) continue;
      const auto assigns = [&](const std::vector<Assignment>& all) {
        return std::ranges::find(all, name, &Assignment::attribute) != all.end();
      };
      if (assigns(step.set) || assigns(step.add) ||
          std::ranges::find(step.remove, name) != step.remove.end()) {
        return "transaction " + transaction.name + " changes it";
      }
    }
  }
  return {};
}

void MutableKey(const Model& model, Report& report) {
  ForEachKey(model, [&](const Entity& entity, const EntityKey& key, const Table& table) {
    if (!KeyOf(table).Has(key.attribute)) return;
    const Template text = Expanded(entity, key.value);
    for (const TemplatePart& part : text.parts) {
      if (part.reference.empty()) continue;
      const std::string how = HowItChanges(model, entity, FirstName(part.reference));
      if (how.empty()) continue;
      report.Add(About(entity), PlaceOf(key),
                 "an item's primary key cannot change, but " + KeyName(entity, key) +
                     " is made of " + part.reference + ", and " + how);
    }
  });
}

bool KeysCanCollide(const Model& model, const Table& table, const Entity& a, const Entity& b) {
  const KeyView view = KeyOf(table);
  std::vector<const KeyAttribute*> attributes = view.partition;
  attributes.insert(attributes.end(), view.sort.begin(), view.sort.end());
  return std::ranges::all_of(attributes, [&](const KeyAttribute* attribute) {
    return CanCollide(model, a, KeyTemplate(a, attribute->name), b,
                      KeyTemplate(b, attribute->name));
  });
}

void CollidingKeys(const Model& model, Report& report) {
  for (std::size_t i = 0; i < model.entities.size(); ++i) {
    const Entity& entity = model.entities[i];
    const Table* table = TableOf(model, entity);
    if (table == nullptr) continue;
    for (std::size_t j = 0; j < i; ++j) {
      const Entity& other = model.entities[j];
      if (other.table != entity.table || !KeysCanCollide(model, *table, other, entity)) continue;
      report.Add(About(entity), {},
                 "a " + entity.name + " and a " + other.name +
                     " can have the same primary key, and the later write replaces the earlier");
    }
  }
}

// The prefix of a template and the attribute behind it, where it has both.
const TemplatePart* BehindPrefix(const Template& text) {
  const bool both = text.parts.size() > 1 && !text.parts[0].literal.empty() &&
                    text.parts[0].reference.empty() && !text.parts[1].reference.empty();
  return both ? &text.parts[1] : nullptr;
}

void PrefixWithTwoMeanings(const Model& model, Report& report) {
  for (std::size_t i = 0; i < model.entities.size(); ++i) {
    const Entity& entity = model.entities[i];
    const Table* table = TableOf(model, entity);
    if (table == nullptr) continue;
    const Template own = KeyTemplate(entity, table->partition_key.name);
    const TemplatePart* part = BehindPrefix(own);
    for (std::size_t j = 0; part != nullptr && j < i; ++j) {
      const Entity& other = model.entities[j];
      if (other.table != entity.table) continue;
      const Template others = KeyTemplate(other, table->partition_key.name);
      const TemplatePart* other_part = BehindPrefix(others);
      if (other_part == nullptr || others.parts[0].literal != own.parts[0].literal) continue;
      const std::optional<Shape> shape = ShapeOf(model, entity, part->reference);
      const std::optional<Shape> other_shape = ShapeOf(model, other, other_part->reference);
      if (!shape || !other_shape || Meaning(shape->type) == Meaning(other_shape->type)) continue;
      report.Add(About(entity), own.place,
                 own.parts[0].literal + " is followed by " + part->reference + " in " +
                     entity.name + " and by " + other_part->reference + " in " + other.name +
                     ", so their items do not lie together");
      break;
    }
  }
}

void OutsideCollection(const Model& model, Report& report) {
  for (const Entity& entity : model.entities) {
    const Table* table = TableOf(model, entity);
    const Entity* parent = model.FindEntity(entity.parent);
    if (table == nullptr || parent == nullptr) continue;
    const Template own = KeyTemplate(entity, table->partition_key.name);
    if (parent->table != entity.table) {
      report.Add(About(entity), {},
                 entity.name + " lies in table " + entity.table + ", and its parent " +
                     parent->name + " in " + parent->table);
      continue;
    }
    const Template key = KeyTemplate(*parent, table->partition_key.name);
    const KeyMatch match = MatchKey(key, own);
    if (match.kind == KeyMatch::Kind::kWhole || match.kind == KeyMatch::Kind::kUnknown) continue;
    report.Add(About(entity), own.place,
               "a " + entity.name + " does not lie with its parent " + parent->name + ": its " +
                   table->partition_key.name + " is " + own.text + ", and that of a " +
                   parent->name + " " + key.text);
  }
}

void TimeBehindIdentifier(const Model& model, Report& report) {
  ForEachKey(model, [&](const Entity& entity, const EntityKey& key, const Table& table) {
    if (!IsSortKey(table, key.attribute)) return;
    const TemplatePart* identifier = nullptr;
    for (const TemplatePart& part : key.value.parts) {
      if (part.reference.empty()) continue;
      const std::optional<Shape> shape = ShapeOf(model, entity, part.reference);
      if (identifier == nullptr && IsIdentifier(shape, part.reference)) {
        identifier = &part;
      } else if (identifier != nullptr && shape && Meaning(shape->type) == Type::kDate) {
        report.Add(About(entity), PlaceOf(key),
                   KeyName(entity, key) + " sorts by " + identifier->reference +
                       ": each is there once, so " + part.reference + " behind it sorts nothing");
        return;
      }
    }
  });
}

// The attributes without which an entity has no such key, and which it may lack.
std::vector<std::string> OptionalParts(const Model& model, const Entity& entity,
                                       const EntityKey& key) {
  std::vector<std::string> names;
  for (const TemplatePart& part : key.value.parts) {
    const std::string_view name = FirstName(part.reference);
    if (name.empty() || !IsOptional(model, entity, name) ||
        std::ranges::find(names, name) != names.end()) {
      continue;
    }
    names.emplace_back(name);
  }
  return names;
}

void SilentlySparse(const Model& model, Report& report) {
  for (const Entity& entity : model.entities) {
    const Table* table = TableOf(model, entity);
    if (table == nullptr) continue;
    std::string lacking;
    Place place;
    for (const EntityKey& key : entity.keys) {
      if (key.when || KeyOf(*table).Has(key.attribute)) continue;
      for (const std::string& name : OptionalParts(model, entity, key)) {
        if (place.line == 0) place = PlaceOf(key);
        lacking +=
            (lacking.empty() ? "" : "; ") + ("without " + name + " there is no ") + key.attribute;
      }
    }
    if (lacking.empty()) continue;
    report.Add(About(entity), place,
               "a " + entity.name + " may be missing from an index: " + lacking);
  }
}

void HalfIndexKey(const Model& model, Report& report) {
  for (const Entity& entity : model.entities) {
    const Table* table = TableOf(model, entity);
    if (table == nullptr) continue;
    for (const Index& index : table->indexes) {
      const KeyView view = KeyOf(*table, index);
      std::vector<const KeyAttribute*> attributes = view.partition;
      attributes.insert(attributes.end(), view.sort.begin(), view.sort.end());
      const auto own = std::ranges::find_if(attributes, [&](const KeyAttribute* key) {
        return !KeyOf(*table).Has(key->name) && entity.FindKey(key->name) != nullptr;
      });
      const auto missing = std::ranges::find_if(attributes, [&](const KeyAttribute* key) {
        return KeyTemplate(entity, key->name).parts.empty();
      });
      if (own == attributes.end() || missing == attributes.end()) continue;
      report.Add(About(entity), entity.FindKey((*own)->name)->place,
                 entity.name + " has " + (*own)->name + " but no " + (*missing)->name +
                     ", so it never is in " + index.name);
    }
  }
}

constexpr std::array kTemplatesRules = {
    Rule{.id = "number-sorts-as-text",
         .severity = Severity::kWarning,
         .summary = "A number in the template of a sort key is ordered as text.",
         .instead = "give it a width: {Price:pad(8)} or {Rating:fixed(2, 1)}; or make the number "
                    "itself the key",
         .check = NumberSortsAsText},
    Rule{.id = "delimiter-in-value",
         .severity = Severity::kWarning,
         .summary = "A value may hold the character that ends it in a template.",
         .instead = "write {Name:escape}, or give the attribute a pattern without that character",
         .check = DelimiterInValue},
    Rule{.id = "mutable-key",
         .severity = Severity::kError,
         .summary = "The primary key is made of an attribute that changes.",
         .instead = "use an attribute that never changes, and an index for the one that does",
         .check = MutableKey},
    Rule{.id = "colliding-keys",
         .severity = Severity::kError,
         .summary = "Two entities of a table can have the same primary key.",
         .instead = "give each entity a prefix of its own in the partition or sort key",
         .check = CollidingKeys},
    Rule{.id = "prefix-with-two-meanings",
         .severity = Severity::kWarning,
         .summary = "The same prefix of a partition key is followed by different things.",
         .instead = "use one prefix for each kind of value, such as DAY# and EVENT#",
         .check = PrefixWithTwoMeanings},
    Rule{.id = "outside-collection",
         .severity = Severity::kWarning,
         .summary = "An entity does not lie in the item collection of its parent.",
         .instead = "the parent's partition key; or `references` in place of `parent`",
         .check = OutsideCollection},
    Rule{.id = "time-behind-identifier",
         .severity = Severity::kWarning,
         .summary = "A time behind an identifier in a sort key sorts nothing.",
         .instead = "put the time before the identifier",
         .check = TimeBehindIdentifier},
    Rule{.id = "silently-sparse",
         .severity = Severity::kInfo,
         .summary = "Items without an optional attribute are missing from an index.",
         .instead = "make the attribute required, give it a default, or say so with "
                    "when = \"exists(Name)\"",
         .check = SilentlySparse},
    Rule{.id = "half-index-key",
         .severity = Severity::kWarning,
         .summary = "An entity has one key of an index but not the other.",
         .instead = "add the missing key's template, or take the other out",
         .check = HalfIndexKey},
};

}  // namespace

std::span<const Rule> TemplateRules() { return kTemplatesRules; }

}  // namespace trestle::model
