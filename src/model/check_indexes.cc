#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <string>
#include <variant>

#include "model/check_report.h"
#include "model/key_use.h"
#include "model/template_match.h"
#include "model/text_form.h"
#include "model/words.h"

// Rules about indexes: who uses them, what they hold and what they are relied on for.
namespace trestle::model {
namespace {

template <class Visit>
void ForEachIndex(const Model& model, Visit visit) {
  for (const Table& table : model.tables) {
    for (const Index& index : table.indexes) visit(table, index);
  }
}

// The patterns that read by the index.
std::vector<const Pattern*> ReadersOf(const Model& model, const Table& table, const Index& index) {
  std::vector<const Pattern*> readers;
  for (const Pattern& pattern : model.patterns) {
    if (TableOf(model, pattern) == &table && pattern.index == index.name) {
      readers.push_back(&pattern);
    }
  }
  return readers;
}

void UnusedIndex(const Model& model, Report& report) {
  ForEachIndex(model, [&](const Table& table, const Index& index) {
    if (!ReadersOf(model, table, index).empty()) return;
    report.Add(About(table, index), {},
               "no pattern reads " + index.name + ", and every write of an item in it is paid for");
  });
}

void EmptyIndex(const Model& model, Report& report) {
  ForEachIndex(model, [&](const Table& table, const Index& index) {
    const KeyView view = KeyOf(table, index);
    std::vector<const KeyAttribute*> keys = view.partition;
    keys.insert(keys.end(), view.sort.begin(), view.sort.end());
    const bool held = std::ranges::any_of(model.entities, [&](const Entity& entity) {
      return entity.table == table.name && std::ranges::all_of(keys, [&](const KeyAttribute* key) {
               return !KeyTemplate(entity, key->name).parts.empty();
             });
    });
    if (!held) {
      report.Add(About(table, index), {},
                 "no entity has the keys of " + index.name + ", so it stays empty");
    }
  });
}

void OverProjection(const Model& model, Report& report) {
  ForEachIndex(model, [&](const Table& table, const Index& index) {
    if (index.projection.kind != Projection::Kind::kAll) return;
    std::vector<std::string> needed;
    const std::vector<const Pattern*> readers = ReadersOf(model, table, index);
    if (readers.empty()) return;
    for (const Pattern* pattern : readers) {
      const bool partial =
          !pattern->project.empty() || pattern->count_only || !pattern->load.empty();
      if (!partial) return;
      std::vector<std::string_view> names;
      if (pattern->filter) AddNames(pattern->filter->condition, names);
      if (pattern->load.empty()) {
        names.insert(names.end(), pattern->project.begin(), pattern->project.end());
      }
      for (const std::string_view name : names) {
        const std::string first(FirstName(name));
        const bool key = KeyOf(table).Has(first) || KeyOf(table, index).Has(first);
        if (!key && std::ranges::find(needed, first) == needed.end()) needed.push_back(first);
      }
    }
    std::string list;
    for (const std::string& name : needed) list += (list.empty() ? "" : ", ") + name;
    report.Add(About(table, index), {},
               index.name + " holds whole items, and its patterns need " +
                   (list.empty() ? "keys alone" : "no more than " + list));
  });
}

void ProjectsUnknown(const Model& model, Report& report) {
  ForEachIndex(model, [&](const Table& table, const Index& index) {
    std::string unknown;
    for (const std::string& name : index.projection.attributes) {
      const bool known = std::ranges::any_of(model.entities, [&](const Entity& entity) {
        return entity.table == table.name && (!entity.strict || IsWritten(table, entity, name)) &&
               (IsWritten(table, entity, name) || entity.attributes.empty());
      });
      if (!known && !KeyOf(table).Has(name)) unknown += (unknown.empty() ? "" : ", ") + name;
    }
    if (unknown.empty()) return;
    report.Add(About(table, index), {},
               index.name + " projects what no entity of " + table.name + " has: " + unknown);
  });
}

// The pattern takes an index's key for the key of one item: one value of each part, and no part of
// the key tells items of the same value apart.
bool LooksUpOne(const Pattern& pattern, const KeyView& view, const Entity& entity) {
  if (pattern.returns && *pattern.returns > 1) return false;
  for (const KeyAttribute* key : view.partition) {
    const KeyTest* test = FindTest(pattern, key->name);
    if (test == nullptr || test->kind != KeyTest::Kind::kEqual) return false;
  }
  for (const KeyAttribute* key : view.sort) {
    const Template text = KeyTemplate(entity, key->name);
    const bool constant = std::ranges::all_of(
        text.parts, [](const TemplatePart& part) { return part.reference.empty(); });
    if (text.parts.empty() || !constant) return false;
  }
  return !view.sort.empty() || pattern.limit == 1 || pattern.returns;
}

// An identifier that the model makes is there once.
bool IsMade(const Entity& entity, std::string_view name) {
  const Attribute* attribute = entity.FindAttribute(name);
  if (attribute == nullptr || !attribute->default_value) return false;
  const Generated* made = std::get_if<Generated>(&*attribute->default_value);
  return made != nullptr && (*made == Generated::kUuid || *made == Generated::kUlid);
}

void UniqueByIndex(const Model& model, Report& report) {
  for (const Pattern& pattern : model.patterns) {
    const KeyView view = KeyOf(model, pattern);
    if (view.index == nullptr || pattern.kind != PatternKind::kQuery) continue;
    for (const Entity* entity : EntitiesOf(model, pattern)) {
      if (!LooksUpOne(pattern, view, *entity)) continue;
      const Template key = KeyTemplate(*entity, view.partition.front()->name);
      std::string_view attribute;
      bool guarded = false;
      for (const TemplatePart& part : key.parts) {
        const std::string_view name = FirstName(part.reference);
        if (name.empty()) continue;
        if (attribute.empty()) attribute = name;
        guarded = guarded || IsMade(*entity, name) || InPrimaryKey(model, *entity, name) ||
                  std::ranges::find(entity->unique, name) != entity->unique.end();
      }
      if (attribute.empty() || guarded) continue;
      report.Add(About(pattern), pattern.where_place,
                 "nothing keeps two items of " + entity->name + " from the same " +
                     std::string(attribute) + ": " + view.index->name + " takes both");
    }
  }
}

// "project_id" and "ProjectId" are a Project's own; a PropertyAmenity shares its AmenityId.
bool IsNamedAfter(const Entity& entity, std::string_view identifier) {
  const auto plain = [](std::string_view name) {
    std::string out;
    for (const char c : name) {
      if (c != '_') out.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    }
    return out;
  };
  return identifier == "id" || plain(identifier) == plain(entity.name) + "id";
}

// The identifier of an entity's own items: the last of its primary key, where that is one.
std::string_view OwnIdentifier(const Model& model, const Table& table, const Entity& entity) {
  std::string_view last;
  const KeyView view = KeyOf(table);
  for (const std::vector<const KeyAttribute*>* keys : {&view.partition, &view.sort}) {
    for (const KeyAttribute* key : *keys) {
      const Template text = KeyTemplate(entity, key->name);
      for (const TemplatePart& part : text.parts) {
        if (part.reference.empty()) continue;
        const Attribute* attribute = entity.FindAttribute(part.reference);
        last = attribute == nullptr ? std::string_view() : std::string_view(attribute->name);
      }
    }
  }
  const bool own = IsIdentifier(ShapeOf(model, entity, last), last) &&
                   (IsNamedAfter(entity, last) || IsMade(entity, last));
  return own ? last : std::string_view();
}

bool IsMadeOfAny(const Entity& entity, const std::vector<const KeyAttribute*>& keys,
                 const std::function<bool(const TemplatePart&)>& wanted) {
  return std::ranges::any_of(keys, [&](const KeyAttribute* key) {
    return std::ranges::any_of(KeyTemplate(entity, key->name).parts, wanted);
  });
}

void SortsOneItem(const Model& model, Report& report) {
  ForEachIndex(model, [&](const Table& table, const Index& index) {
    if (index.local) return;
    const KeyView view = KeyOf(table, index);
    for (const Entity& entity : model.entities) {
      if (entity.table != table.name || view.sort.empty()) continue;
      const std::string_view own = OwnIdentifier(model, table, entity);
      const bool alone =
          !own.empty() && IsMadeOfAny(entity, view.partition, [&](const TemplatePart& part) {
            return part.reference == own && !HasFormat(part.formats, Format::Kind::kShard);
          });
      const bool sorts = IsMadeOfAny(entity, view.sort, [&](const TemplatePart& part) {
        return !part.reference.empty() && !InPrimaryKey(model, entity, FirstName(part.reference));
      });
      if (!alone || !sorts) continue;
      const EntityKey* key = entity.FindKey(view.partition.front()->name);
      report.Add(About(entity), key == nullptr ? Place() : key->place,
                 "each " + entity.name + " has a partition of " + index.name +
                     " of its own, by its " + std::string(own) + ", so " + view.sort.front()->name +
                     " sorts nothing");
    }
  });
}

constexpr std::array kIndexesRules = {
    Rule{.id = "unused-index",
         .severity = Severity::kWarning,
         .summary = "No pattern reads an index.",
         .instead = "take the index out; it can be added when a pattern needs it",
         .check = UnusedIndex},
    Rule{.id = "empty-index",
         .severity = Severity::kWarning,
         .summary = "No entity has the keys of an index.",
         .instead = "give an entity templates for its keys, or take the index out",
         .check = EmptyIndex},
    Rule{.id = "over-projection",
         .severity = Severity::kInfo,
         .summary = "An index holds more than its patterns read.",
         .instead = "projection = \"keys_only\" or the list of what is read",
         .check = OverProjection},
    Rule{.id = "projects-unknown",
         .severity = Severity::kWarning,
         .summary = "An index projects attributes that no entity has.",
         .instead = "the names that the entities declare",
         .check = ProjectsUnknown},
    Rule{.id = "unique-by-index",
         .severity = Severity::kWarning,
         .summary = "An index is relied on to hold a value once.",
         .instead = "unique = [\"Email\"] on the entity, which guards the value with an item of "
                    "its own",
         .check = UniqueByIndex},
    Rule{.id = "sorts-one-item",
         .severity = Severity::kWarning,
         .summary = "An index has a partition for each item, so its sort key sorts nothing.",
         .instead = "a partition key that the items to be listed together share, such as "
                    "OWNER#{UserId}",
         .check = SortsOneItem},
};

}  // namespace

std::span<const Rule> IndexRules() { return kIndexesRules; }

}  // namespace trestle::model
