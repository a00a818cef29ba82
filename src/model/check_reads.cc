#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "model/check_report.h"
#include "model/geo_cells.h"
#include "model/partition_spread.h"
#include "model/pattern_tests.h"
#include "model/query_reach.h"
#include "model/text_form.h"
#include "model/words.h"

// Rules about what patterns read: too little, too much, or too late.
namespace trestle::model {
namespace {

using Test = KeyTest::Kind;
using Match = KeyMatch::Kind;

// A name that an index does not hold; empty if it holds all.
bool Holds(const Table& table, const KeyView& view, std::string_view name) {
  const std::vector<std::string>& included = view.index->projection.attributes;
  return KeyOf(table).Has(name) || view.Has(name) || name == table.entity_attribute ||
         std::ranges::find(included, name) != included.end();
}

void CheckProjection(const Model& model, const Table& table, const Pattern& pattern,
                     const KeyView& view, Report& report) {
  std::vector<std::string_view> names;
  // What a local index does not hold, and a query names, the service fetches from the table; what
  // `load` fetches is whole, and filtered then.
  const bool fetches = view.index->local || !pattern.load.empty();
  if (pattern.filter && !fetches) AddNames(pattern.filter->condition, names);
  const std::size_t of_filter = names.size();
  for (const std::string& name : pattern.project) names.push_back(name);
  if (fetches) names.resize(of_filter);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string_view name = FirstName(names[i]);
    if (Holds(table, view, name)) continue;
    report.Add(About(pattern), i < of_filter ? pattern.filter->place : pattern.project_place,
               std::string(name) + " is not projected into " + view.index->name);
  }
  if (!pattern.load.empty() || !pattern.project.empty() || pattern.count_only) return;
  for (const Entity* entity : EntitiesOf(model, pattern)) {
    for (const Attribute& attribute : entity->attributes) {
      if (Holds(table, view, attribute.name)) continue;
      report.Add(About(pattern), pattern.index_place,
                 view.index->name + " does not hold whole items: " + attribute.name + " of " +
                     entity->name + " is not projected");
      return;
    }
  }
}

void NotProjected(const Model& model, Report& report) {
  for (const Pattern& pattern : model.patterns) {
    const Table* table = TableOf(model, pattern);
    const KeyView view = KeyOf(model, pattern);
    if (table == nullptr || view.index == nullptr ||
        view.index->projection.kind == Projection::Kind::kAll || IsWrite(pattern.kind)) {
      continue;
    }
    CheckProjection(model, *table, pattern, view, report);
  }
}

void ConsistentIndexRead(const Model& model, Report& report) {
  for (const Pattern& pattern : model.patterns) {
    const KeyView view = KeyOf(model, pattern);
    if (!pattern.consistent || view.index == nullptr || view.index->local) continue;
    report.Add(About(pattern), pattern.index_place,
               "a global index follows the table a moment later, so " + view.index->name +
                   " cannot be read consistently");
  }
}

void ServedByScan(const Model& model, Report& report) {
  for (const Pattern& pattern : model.patterns) {
    if (pattern.kind != PatternKind::kScan) continue;
    const KeyView view = KeyOf(model, pattern);
    report.Add(
        About(pattern), {},
        pattern.name + " reads all of " +
            (view.index == nullptr ? "table " + pattern.table : "index " + view.index->name) +
            ", whatever it returns");
  }
}

// Without what is behind the point.
std::string WholeText(double figure) {
  const std::string text = std::to_string(figure);
  return text.substr(0, text.find('.'));
}

constexpr double kMuchMore = 10;

// How many items a query by the partition key meets, where counts tell: those of an entity in one
// of its partitions, or of one parent.
std::optional<double> ItemsUnderKey(const Model& model, const Pattern& pattern) {
  const KeyView view = KeyOf(model, pattern);
  // A sort key that narrows it down by a value tells no count; a prefix such as ORDER# is all of an
  // entity.
  const bool narrowed = std::ranges::any_of(pattern.where, [&](const KeyTest& test) {
    const bool prefix = test.kind == Test::kBeginsWith &&
                        std::ranges::all_of(test.value.parts, [](const TemplatePart& part) {
                          return part.reference.empty();
                        });
    return view.IsSort(test.attribute) && !prefix;
  });
  if (pattern.kind != PatternKind::kQuery || view.partition.empty() || pattern.geo || narrowed) {
    return std::nullopt;
  }
  double items = 0;
  for (const Entity* entity : EntitiesOf(model, pattern)) {
    const Entity* const parent = model.FindEntity(entity->parent);
    const std::optional<Spread> spread = SpreadOf(model, *entity, view);
    std::optional<double> partitions;
    if (spread) {
      partitions = spread->values;  // all shards are read
    } else if (view.index == nullptr && parent != nullptr && parent->count) {
      partitions = static_cast<double>(*parent->count);
    }
    if (!entity->count || !partitions) return std::nullopt;
    items += static_cast<double>(*entity->count) / std::max(*partitions, 1.0);
  }
  return items;
}

void FilterReadsMore(const Model& model, Report& report) {
  for (const Pattern& pattern : model.patterns) {
    if (!pattern.filter || !pattern.returns || IsWrite(pattern.kind)) continue;
    const double reads = pattern.reads.value_or(ItemsUnderKey(model, pattern).value_or(0));
    if (reads <= kMuchMore * std::max(*pattern.returns, 1.0)) continue;
    report.Add(About(pattern), pattern.filter->place,
               "the filter reads " + WholeText(reads) + " items, and all are paid for, to return " +
                   WholeText(*pattern.returns));
  }
}

// The attributes that a pattern gives one value each, by its keys.
std::vector<std::string_view> GivenAttributes(const Pattern& pattern, const Entity& entity) {
  std::vector<std::string_view> given;
  for (const KeyTest& test : pattern.where) {
    if (test.kind != Test::kEqual) continue;
    const EntityKey* key = entity.FindKey(test.attribute);
    if (key == nullptr) {
      given.push_back(test.attribute);
      continue;
    }
    for (const TemplatePart& part : key->value.parts) {
      if (!part.reference.empty()) given.push_back(part.reference);
    }
  }
  return given;
}

// An attribute that the filter compares with one value: at the top, or under `and`.
void AddEqualities(const Condition& condition, std::vector<std::string_view>& names) {
  if (condition.kind == Condition::Kind::kAnd) {
    for (const Condition& inner : condition.conditions) AddEqualities(inner, names);
  } else if (condition.kind == Condition::Kind::kEqual) {
    for (const Operand& operand : condition.operands) {
      if (operand.kind == Operand::Kind::kAttribute) names.push_back(operand.name);
    }
  }
}

bool AllGiven(const Entity& entity, const std::vector<const KeyAttribute*>& keys,
              const std::vector<std::string_view>& given) {
  return std::ranges::all_of(keys, [&](const KeyAttribute* attribute) {
    const Template key = KeyTemplate(entity, attribute->name);
    return !key.parts.empty() && std::ranges::all_of(key.parts, [&](const TemplatePart& part) {
      return part.reference.empty() || std::ranges::find(given, part.reference) != given.end();
    });
  });
}

void FilterInsteadOfKey(const Model& model, Report& report) {
  for (const Pattern& pattern : model.patterns) {
    const Table* table = TableOf(model, pattern);
    if (table == nullptr || !pattern.filter || pattern.kind != PatternKind::kQuery) continue;
    std::vector<std::string_view> compared;
    AddEqualities(pattern.filter->condition, compared);
    for (const Entity* entity : EntitiesOf(model, pattern)) {
      const std::vector<std::string_view> given = GivenAttributes(pattern, *entity);
      for (const KeyView& view : KeysOf(*table)) {
        const std::string_view name =
            view.index == nullptr ? std::string_view() : std::string_view(view.index->name);
        if (name == pattern.index || view.sort.empty() ||
            !AllGiven(*entity, view.partition, given)) {
          continue;
        }
        const Template sort = KeyTemplate(*entity, view.sort.front()->name);
        const auto first = std::ranges::find_if(
            sort.parts, [](const TemplatePart& part) { return !part.reference.empty(); });
        if (first == sort.parts.end() ||
            std::ranges::find(compared, first->reference) == compared.end()) {
          continue;
        }
        report.Add(About(pattern), pattern.filter->place,
                   "the filter compares " + first->reference + ", which " +
                       std::string(view.Name()) + " has first in " + view.sort.front()->name);
      }
    }
  }
}

// A Query refuses it. What a scan reads, or is loaded by its key, may be filtered by anything.
void FilterOnKey(const Model& model, Report& report) {
  for (const Pattern& pattern : model.patterns) {
    if (!pattern.filter || pattern.kind != PatternKind::kQuery || !pattern.load.empty()) continue;
    const KeyView view = KeyOf(model, pattern);
    std::vector<std::string_view> names;
    AddNames(pattern.filter->condition, names);
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    for (const std::string_view name : names) {
      if (!view.Has(name)) continue;
      report.Add(About(pattern), pattern.filter->place,
                 "the filter names " + std::string(name) + ", a key of what " + pattern.name +
                     " queries, and the service refuses that");
    }
  }
}

template <class Visit>
void ForEachForeign(const Model& model, Reach wanted, Visit visit) {
  for (const Pattern& pattern : model.patterns) {
    const KeyView view = KeyOf(model, pattern);
    if (pattern.kind != PatternKind::kQuery || view.partition.empty() || pattern.where.empty()) {
      continue;
    }
    const Table* table = TableOf(model, pattern);
    std::string others;
    for (const Entity& other : model.entities) {
      if (other.table != table->name ||
          std::ranges::find(pattern.entities, other.name) != pattern.entities.end() ||
          Reaches(model, pattern, view, other) != wanted) {
        continue;
      }
      others += (others.empty() ? "" : ", ") + other.name;
    }
    if (!others.empty()) visit(pattern, others);
  }
}

void RangeRunsOver(const Model& model, Report& report) {
  ForEachForeign(model, Reach::kRunsInto, [&](const Pattern& pattern, const std::string& others) {
    report.Add(About(pattern), pattern.where_place,
               "the range is open, and runs on into other items of the partition: " + others);
  });
}

void ForeignItems(const Model& model, Report& report) {
  ForEachForeign(model, Reach::kAlike, [&](const Pattern& pattern, const std::string& others) {
    report.Add(About(pattern), pattern.where_place,
               "the query also reads, and pays for, items of " + others);
  });
}

bool IsGeohash(const Entity& entity, const TemplatePart& part) {
  if (HasFormat(part.formats, Format::Kind::kGeohash)) return true;
  std::string name = part.reference;
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  if (name.find("geohash") != std::string::npos) return true;
  const Attribute* attribute = entity.FindAttribute(part.reference);
  return attribute != nullptr && attribute->computed &&
         std::ranges::any_of(attribute->computed->parts, [](const TemplatePart& inner) {
           return HasFormat(inner.formats, Format::Kind::kGeohash);
         });
}

void SingleCell(const Model& model, Report& report) {
  ForEachTest(model, [&](const Pattern& pattern, const KeyTest& test, const Entity& entity,
                         const Template& key) {
    if (pattern.geo || pattern.fan_out || test.kind != Test::kEqual || IsWrite(pattern.kind))
      return;
    for (const Binding& binding : MatchKey(key, test.value).bindings) {
      if (!IsGeohash(entity, *binding.key)) continue;
      report.Add(About(pattern), PlaceOf(pattern, test),
                 "one cell of " + binding.key->reference +
                     " does not cover the circle around a point near its edge");
    }
  });
}

constexpr double kManyCells = 32;

void TooManyCells(const Model& model, Report& report) {
  for (const Pattern& pattern : model.patterns) {
    if (!pattern.geo) continue;
    const std::optional<double> radius = StatedRadius(pattern);
    if (!radius) continue;
    const double cells = GeohashCells(*radius, pattern.geo->precision);
    if (cells <= kManyCells) continue;
    report.Add(About(pattern), {},
               "a radius of " + WholeText(*radius) + " km touches at least " + WholeText(cells) +
                   " cells of precision " + std::to_string(pattern.geo->precision) +
                   ", a query each");
  }
}

constexpr std::array kReadsRules = {
    Rule{.id = "not-projected",
         .severity = Severity::kError,
         .summary = "A pattern needs an attribute that its index does not hold.",
         .instead = "project it, or fetch the items afterwards with load = \"Entity\"",
         .check = NotProjected},
    Rule{.id = "consistent-index-read",
         .severity = Severity::kError,
         .summary = "A global index is read as if it were up to date.",
         .instead = "read by the table's key, or do without `consistent`",
         .check = ConsistentIndexRead},
    Rule{.id = "scan",
         .severity = Severity::kWarning,
         .summary = "A pattern is served only by reading everything.",
         .instead = "an index whose partition key the pattern knows; for a count, a counter that a "
                    "trigger keeps",
         .check = ServedByScan},
    Rule{.id = "filter-reads-more",
         .severity = Severity::kWarning,
         .summary = "A filter reads many times what it returns.",
         .instead = "put what is filtered by into a key",
         .check = FilterReadsMore},
    Rule{.id = "filter-instead-of-key",
         .severity = Severity::kWarning,
         .summary = "A filter does what the key of another index would do.",
         .instead = "query that index with begins_with or =",
         .check = FilterInsteadOfKey},
    Rule{.id = "filter-on-key",
         .severity = Severity::kError,
         .summary = "A query filters by a key of its own table or index.",
         .instead = "move the condition into `where`, or filter by the attribute that the key is "
                    "made of",
         .check = FilterOnKey},
    Rule{.id = "range-runs-over",
         .severity = Severity::kWarning,
         .summary = "An open range runs on into items of other entities.",
         .instead = "close the range: KEY between PREFIX#{from} and PREFIX#~",
         .check = RangeRunsOver},
    Rule{.id = "foreign-items",
         .severity = Severity::kInfo,
         .summary = "A query also reads items that it does not return.",
         .instead = "name all entities that are meant, or narrow the condition",
         .check = ForeignItems},
    Rule{.id = "single-cell",
         .severity = Severity::kWarning,
         .summary = "One geohash cell stands for a circle.",
         .instead =
             "geo = { attribute, around, radius, precision }, which asks for every cell that "
             "the circle touches",
         .check = SingleCell},
    Rule{.id = "too-many-cells",
         .severity = Severity::kWarning,
         .summary = "A radius touches very many geohash cells.",
         .instead = "fewer characters: 4 are 39 x 20 km, 5 are 4.9 x 4.9 km, 6 are 1.2 x 0.6 km",
         .check = TooManyCells},
};

}  // namespace

std::span<const Rule> ReadRules() { return kReadsRules; }

}  // namespace trestle::model
