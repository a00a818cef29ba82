#include <algorithm>
#include <array>
#include <string>

#include "model/check_report.h"
#include "model/pattern_tests.h"
#include "model/words.h"

// Rules about patterns: whether a key serves them.
namespace trestle::model {
namespace {

using Test = KeyTest::Kind;

bool ReadsByKey(const Pattern& pattern) {
  return pattern.kind == PatternKind::kQuery || pattern.kind == PatternKind::kGet ||
         pattern.kind == PatternKind::kBatchGet;
}

void NoSuchIndex(const Model& model, Report& report) {
  for (const Pattern& pattern : model.patterns) {
    const Table* table = TableOf(model, pattern);
    if (table == nullptr || pattern.index.empty() || table->FindIndex(pattern.index) != nullptr) {
      continue;
    }
    report.Add(About(pattern), pattern.index_place,
               "table " + table->name + " has no index " + pattern.index);
  }
}

void CheckServed(const Model& model, const Pattern& pattern, const KeyView& view, Report& report) {
  if (pattern.where.empty()) {
    report.Add(About(pattern), {}, pattern.name + " says by no key what it looks for");
    return;
  }
  for (const KeyTest& test : pattern.where) {
    if (view.Has(test.attribute)) continue;
    report.Add(About(pattern), PlaceOf(pattern, test),
               test.attribute + " is no key of " + std::string(view.Name()));
    return;
  }
  for (const KeyAttribute* key : view.partition) {
    if (FindTest(pattern, key->name) != nullptr) continue;
    report.Add(
        About(pattern), pattern.where_place,
        "no value is given for the partition key " + key->name + " of " + std::string(view.Name()));
    return;
  }
  for (const Entity* entity : EntitiesOf(model, pattern)) {
    for (const KeyTest& test : pattern.where) {
      if (!KeyTemplate(*entity, test.attribute).parts.empty()) continue;
      report.Add(About(pattern), PlaceOf(pattern, test),
                 "no " + entity->name + " has a " + test.attribute);
      break;
    }
  }
}

void NoKey(const Model& model, Report& report) {
  for (const Pattern& pattern : model.patterns) {
    if (!ReadsByKey(pattern)) continue;
    const KeyView view = KeyOf(model, pattern);
    if (!view.partition.empty()) CheckServed(model, pattern, view, report);
  }
}

void PartitionKeyRange(const Model& model, Report& report) {
  for (const Pattern& pattern : model.patterns) {
    const KeyView view = KeyOf(model, pattern);
    for (const KeyTest& test : pattern.where) {
      if (!view.IsPartition(test.attribute) || test.kind == Test::kEqual) continue;
      report.Add(About(pattern), PlaceOf(pattern, test),
                 "a query needs one value of the partition key " + test.attribute +
                     ", and this gives " +
                     (test.kind == Test::kBeginsWith ? "a prefix" : "a range"));
    }
  }
}

void SortKeyGap(const Model& model, Report& report) {
  for (const Pattern& pattern : model.patterns) {
    const KeyView view = KeyOf(model, pattern);
    const KeyAttribute* open = nullptr;  // the first that is not given as one value
    for (const KeyAttribute* key : view.sort) {
      const KeyTest* test = FindTest(pattern, key->name);
      if (open != nullptr && test != nullptr) {
        const bool ranged = FindTest(pattern, open->name) != nullptr;
        report.Add(About(pattern), PlaceOf(pattern, *test),
                   "a condition on the sort key " + key->name + " needs one value of " +
                       open->name + " before it, which " +
                       (ranged ? "is given as a range" : "is not given"));
        break;
      }
      if (open == nullptr && (test == nullptr || test->kind != Test::kEqual)) open = key;
    }
  }
}

bool IsOfOneItem(const Pattern& pattern) {
  constexpr std::array kKinds = {PatternKind::kGet, PatternKind::kBatchGet, PatternKind::kUpdate,
                                 PatternKind::kDelete};
  return std::ranges::find(kKinds, pattern.kind) != kKinds.end();
}

void GetWithoutWholeKey(const Model& model, Report& report) {
  for (const Pattern& pattern : model.patterns) {
    if (!IsOfOneItem(pattern)) continue;
    const KeyView view = KeyOf(model, pattern);
    const bool writes = IsWrite(pattern.kind);
    if (view.index != nullptr) {
      report.Add(About(pattern), pattern.index_place,
                 std::string("a single item cannot be ") + (writes ? "written" : "got") +
                     " by the index " + view.index->name);
      continue;
    }
    // A write without `where` takes the attributes that the key is made of.
    if (view.partition.empty() || pattern.where.empty()) continue;
    const auto missing = [&](const KeyAttribute* key) {
      const KeyTest* test = FindTest(pattern, key->name);
      return test == nullptr || test->kind != Test::kEqual;
    };
    std::vector<const KeyAttribute*> keys = view.sort;
    // A read without its partition key is no-key's to report.
    if (writes) keys.insert(keys.begin(), view.partition.begin(), view.partition.end());
    const auto open = std::ranges::find_if(keys, missing);
    if (open == keys.end()) continue;
    report.Add(About(pattern), pattern.where_place,
               (writes ? "writing" : "getting") +
                   (" one item needs the whole key, and " + (*open)->name) + " is not given");
  }
}

constexpr std::array kQueriesRules = {
    Rule{.id = "no-such-index",
         .severity = Severity::kError,
         .summary = "A pattern names an index that the table does not have.",
         .instead = "declare the index and give its entities the keys, or name one that exists",
         .check = NoSuchIndex},
    Rule{.id = "no-key",
         .severity = Severity::kError,
         .summary = "No key can serve the pattern.",
         .instead = "add an index whose partition key the pattern knows, and name it in `index`",
         .check = NoKey},
    Rule{.id = "partition-key-range",
         .severity = Severity::kError,
         .summary = "A condition other than = stands on a partition key.",
         .instead = "give the partition key one value with =, and put what is ranged over into the "
                    "sort key; or let fan_out ask for each value",
         .check = PartitionKeyRange},
    Rule{.id = "sort-key-gap",
         .severity = Severity::kError,
         .summary = "A condition stands on a sort attribute although one before it is not fixed.",
         .instead = "give every sort attribute before the last condition one value with =, or "
                    "filter by the later one",
         .check = SortKeyGap},
    Rule{.id = "get-without-whole-key",
         .severity = Severity::kError,
         .summary = "A single item is asked for, or written, without its whole key.",
         .instead = "give the sort key too, or use kind = \"query\"",
         .check = GetWithoutWholeKey},
};

}  // namespace

std::span<const Rule> QueryRules() { return kQueriesRules; }

}  // namespace trestle::model
