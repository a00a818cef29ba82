#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "model/check_report.h"
#include "model/cost.h"
#include "model/key_use.h"
#include "model/partition_spread.h"
#include "model/pattern_cost.h"
#include "model/sizes.h"
#include "model/text_form.h"
#include "model/words.h"

// Rules about partitions: how much of the load and of the data one of them takes.
namespace trestle::model {
namespace {

constexpr double kPartitionWrites = 1000;  // units a second
constexpr double kPartitionReads = 3000;
constexpr double kCollectionBytes = 10.0 * 1024 * 1024 * 1024;  // with a local index
constexpr double kManyItems = 10'000;                           // in one partition

// The pattern names the entity, or runs a transaction that does.
bool IsAbout(const Model& model, const Pattern& pattern, const Entity& entity) {
  const Transaction* const run =
      pattern.kind == PatternKind::kTransact ? model.FindTransaction(pattern.transaction) : nullptr;
  if (run != nullptr) {
    return std::ranges::find(run->steps, entity.name, &Step::entity) != run->steps.end();
  }
  return std::ranges::find(pattern.entities, entity.name) != pattern.entities.end();
}

// Write units a second that a pattern takes of a key for items of the entity.
double WritesOf(const Model& model, const Pattern& pattern, const Entity& entity,
                const KeyView& view) {
  if (!pattern.rate || !IsAbout(model, pattern, entity)) return 0;
  const PatternCost cost = UnitsOf(model, pattern, entity);
  if (view.index == nullptr) return *pattern.rate * cost.table_write;
  const auto units = std::ranges::find(cost.indexes, view.index->name, &IndexUnits::index);
  return units == cost.indexes.end() ? 0 : *pattern.rate * units->write;
}

// Units a second that patterns with a rate take of a key.
struct Rates {
  double read = 0;
  double write = 0;
};
Rates RatesOf(const Model& model, const Entity& entity, const KeyView& view) {
  Rates rates;
  for (const Pattern& pattern : model.patterns) {
    if (!pattern.rate || !IsAbout(model, pattern, entity)) continue;
    rates.write += WritesOf(model, pattern, entity, view);
    const PatternCost cost = UnitsOf(model, pattern);
    if (view.index == nullptr) {
      if (pattern.index.empty()) rates.read += *pattern.rate * cost.table_read;
      continue;
    }
    const auto units = std::ranges::find(cost.indexes, view.index->name, &IndexUnits::index);
    if (units != cost.indexes.end()) rates.read += *pattern.rate * units->read;
  }
  return rates;
}

template <class Visit>
void ForEachSpread(const Model& model, Visit visit) {
  for (const Entity& entity : model.entities) {
    const Table* table = TableOf(model, entity);
    if (table == nullptr) continue;
    for (const KeyView& view : KeysOf(*table)) {
      if (view.partition.empty()) continue;
      if (const std::optional<Spread> spread = SpreadOf(model, entity, view)) {
        visit(entity, view, *spread);
      }
    }
  }
}

Place PlaceOf(const Entity& entity, const KeyView& view) {
  const EntityKey* key = entity.FindKey(view.partition.front()->name);
  return key == nullptr ? entity.place : key->place;
}

std::string Partitions(const Spread& spread) {
  const double count = spread.values * spread.shards;
  return count == 1 ? "one partition" : Figure(count) + " partitions";
}

// The whole partition key is literal text: one partition, however many others there are.
bool AsksForOnePartition(const Pattern& pattern, const KeyView& view) {
  return !view.partition.empty() &&
         std::ranges::all_of(view.partition, [&](const KeyAttribute* key) {
           const KeyTest* const test = FindTest(pattern, key->name);
           return test != nullptr && test->kind == KeyTest::Kind::kEqual &&
                  std::ranges::all_of(test->value.parts, [](const TemplatePart& part) {
                    return part.reference.empty();
                  });
         });
}

// Where the entities' own keys bound nothing, the pattern still tells where all of its reads go.
void HotByName(const Model& model, Report& report) {
  for (const Pattern& pattern : model.patterns) {
    const KeyView view = KeyOf(model, pattern);
    if (!pattern.rate || pattern.kind != PatternKind::kQuery ||
        !AsksForOnePartition(pattern, view)) {
      continue;
    }
    const std::vector<const Entity*> entities = EntitiesOf(model, pattern);
    const bool bounded = std::ranges::any_of(
        entities, [&](const Entity* entity) { return SpreadOf(model, *entity, view).has_value(); });
    const PatternCost cost = UnitsOf(model, pattern);
    double units = cost.table_read;
    if (view.index != nullptr) {
      const auto of_index = std::ranges::find(cost.indexes, view.index->name, &IndexUnits::index);
      units = of_index == cost.indexes.end() ? 0 : of_index->read;
    }
    const double read = *pattern.rate * units;
    if (bounded || read <= kPartitionReads) continue;
    report.Add(About(pattern), pattern.where_place,
               "one partition of " + std::string(view.Name()) + " has to take " + Figure(read) +
                   " read units a second, and takes " + Figure(kPartitionReads));
  }
}

// Where a day is the partition, all that is new today goes to one.
void HotToday(const Model& model, Report& report) {
  for (const Entity& entity : model.entities) {
    const Table* const table = TableOf(model, entity);
    if (table == nullptr) continue;
    for (const KeyView& view : KeysOf(*table)) {
      if (view.partition.empty()) continue;
      const std::optional<Spread> spread = SpreadOf(model, entity, view, Period::kNow);
      const EntityKey* const key = entity.FindKey(view.partition.front()->name);
      // How many items a condition leaves out is not known.
      const bool sparse = key != nullptr && key->when;
      if (!spread || sparse || SpreadOf(model, entity, view)) continue;
      double write = 0;
      for (const Pattern& pattern : model.patterns) {
        const bool adds = pattern.kind == PatternKind::kPut ||
                          pattern.kind == PatternKind::kBatchWrite ||
                          pattern.kind == PatternKind::kTransact;
        if (adds) write += WritesOf(model, pattern, entity, view);
      }
      write /= spread->shards;
      if (write <= kPartitionWrites) continue;
      report.Add(About(entity), PlaceOf(entity, view),
                 "all that is written at one time lies in one partition of " +
                     std::string(view.Name()) + ", which has to take " + Figure(write) +
                     " write units a second, and takes " + Figure(kPartitionWrites));
    }
  }
}

void HotPartition(const Model& model, Report& report) {
  HotByName(model, report);
  HotToday(model, report);
  ForEachSpread(model, [&](const Entity& entity, const KeyView& view, const Spread& spread) {
    const Rates rates = RatesOf(model, entity, view);
    const double write = rates.write / spread.shards;
    const double read = rates.read / spread.shards;
    if (write <= kPartitionWrites && read <= kPartitionReads) return;
    const bool writes = write > kPartitionWrites;
    report.Add(About(entity), PlaceOf(entity, view),
               "one partition of " + std::string(view.Name()) + " has to take " +
                   Figure(writes ? write : read) + (writes ? " write" : " read") +
                   " units a second, and takes " +
                   Figure(writes ? kPartitionWrites : kPartitionReads));
  });
}

// Items are in the partition only while an enum has some value: a state that passes.
bool LeaveAgain(const Entity& entity, const KeyView& view) {
  std::vector<const KeyAttribute*> keys = view.partition;
  keys.insert(keys.end(), view.sort.begin(), view.sort.end());
  std::vector<std::string_view> names;
  for (const KeyAttribute* attribute : keys) {
    const EntityKey* key = entity.FindKey(attribute->name);
    if (key != nullptr && key->when) AddNames(key->when->condition, names);
  }
  return std::ranges::any_of(names, [&](std::string_view name) {
    const Attribute* attribute = entity.FindAttribute(name);
    return attribute != nullptr && attribute->shape.type == Type::kEnum;
  });
}

void CrowdedPartition(const Model& model, Report& report) {
  ForEachSpread(model, [&](const Entity& entity, const KeyView& view, const Spread& spread) {
    // A partition of the table itself was chosen for this entity; an index gathers whatever comes.
    if (!entity.count && view.index == nullptr) return;
    const double each =
        static_cast<double>(entity.count.value_or(0)) / (spread.values * spread.shards);
    if ((entity.count && each <= kManyItems) || spread.shards > 1) return;
    if (LeaveAgain(entity, view)) return;
    report.Add(About(entity), PlaceOf(entity, view),
               "every " + entity.name + " lies in " + Partitions(spread) + " of " +
                   std::string(view.Name()) + ", which " +
                   (entity.count ? "means up to " + Figure(std::floor(each)) + " items in one"
                                 : std::string("nothing bounds")));
  });
}

void CollectionTooLarge(const Model& model, Report& report) {
  for (const Entity& entity : model.entities) {
    const Table* table = TableOf(model, entity);
    if (table == nullptr || !entity.count) continue;
    const bool local = std::ranges::any_of(table->indexes, &Index::local);
    if (!local) continue;
    const Entity* parent = model.FindEntity(entity.parent);
    std::optional<double> collections;
    if (const std::optional<Spread> spread = SpreadOf(model, entity, KeyOf(*table))) {
      collections = spread->values * spread->shards;
    } else if (parent != nullptr && parent->count) {
      collections = static_cast<double>(*parent->count);
    }
    if (!collections) continue;
    double each = ItemBytes(model, entity);
    for (const Index& index : table->indexes) {
      if (index.local) each += EntryBytes(model, entity, index);
    }
    const double bytes = each * static_cast<double>(*entity.count) / std::max(*collections, 1.0);
    if (bytes <= kCollectionBytes) continue;
    report.Add(About(entity), {},
               "the items of " + entity.name + " under one partition key come to " + Bytes(bytes) +
                   " with their local index entries, and a table with a local index takes 10 GB");
  }
}

// The throughput that a table's own load needs beside what the file provisions.
void TooLittleCapacity(const Model& model, Report& report) {
  const CostReport cost = Cost(model, Prices());
  for (const ThroughputCost& load : cost.throughput) {
    const Table* const table = model.FindTable(load.table);
    if (table == nullptr || !table->provisioned) continue;
    const Index* const index = load.index.empty() ? nullptr : table->FindIndex(load.index);
    const Throughput units = load.configured.value_or(*table->provisioned);
    const auto check = [&](double rate, std::int64_t given, const std::string& kind) {
      if (rate <= static_cast<double>(given)) return;
      report.Add(index == nullptr ? About(*table) : About(*table, *index), {},
                 "the patterns take " + Figure(rate) + " " + kind + " units a second of " +
                     (index == nullptr ? table->name : index->name) + ", and " +
                     std::to_string(given) + " are provisioned");
    };
    check(load.read_rate, units.read, "read");
    check(load.write_rate, units.write, "write");
  }
}

constexpr std::array kLoadRules = {
    Rule{.id = "too-little-capacity",
         .severity = Severity::kWarning,
         .summary = "The stated rates are more than a table or an index is provisioned for.",
         .instead = "more units, as `trestle model cost` computes them; or billing = \"on_demand\"",
         .check = TooLittleCapacity},
    Rule{.id = "hot-partition",
         .severity = Severity::kError,
         .summary = "The stated rates are more than one partition takes.",
         .instead = "spread the key: {OrderId:shard(10)} in the partition key's template",
         .check = HotPartition},
    Rule{.id = "crowded-partition",
         .severity = Severity::kWarning,
         .summary = "All items of an entity lie in one partition, or in a few.",
         .instead = "a partition key with many values or with {Id:shard(n)}; a `when` that keeps "
                    "finished items out; or `count` if there are few",
         .check = CrowdedPartition},
    Rule{.id = "collection-too-large",
         .severity = Severity::kError,
         .summary = "An item collection outgrows the 10 GB that a local index allows.",
         .instead = "a global index instead of the local one, or a finer partition key",
         .check = CollectionTooLarge},
};

}  // namespace

std::span<const Rule> LoadRules() { return kLoadRules; }

}  // namespace trestle::model
