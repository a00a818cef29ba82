#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "model/check_report.h"
#include "model/key_use.h"
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

// How many partitions an entity's items can be in; absent where nothing bounds it.
struct Spread {
  double values = 1;  // of which one may take nearly all
  double shards = 1;  // which share evenly
};
std::optional<Spread> SpreadOf(const Model& model, const Entity& entity, const KeyView& view) {
  Spread spread;
  for (const KeyAttribute* key : view.partition) {
    const Template text = KeyTemplate(entity, key->name);
    if (text.parts.empty()) return std::nullopt;
    for (const TemplatePart& part : text.parts) {
      if (part.reference.empty()) continue;
      const auto shard = std::ranges::find(part.formats, Format::Kind::kShard, &Format::kind);
      if (shard != part.formats.end()) {
        spread.shards *= std::max(shard->first, 1);
        continue;
      }
      const std::optional<Shape> shape = ShapeOf(model, entity, part.reference);
      if (shape && shape->type == Type::kEnum) {
        spread.values *= static_cast<double>(std::max<std::size_t>(shape->values.size(), 1));
      } else if (shape && shape->type == Type::kBoolean) {
        spread.values *= 2;
      } else {
        return std::nullopt;
      }
    }
  }
  return spread;
}

// Units a second that patterns with a rate take of a key.
struct Rates {
  double read = 0;
  double write = 0;
};
Rates RatesOf(const Model& model, const Entity& entity, const KeyView& view) {
  Rates rates;
  for (const Pattern& pattern : model.patterns) {
    if (!pattern.rate ||
        std::ranges::find(pattern.entities, entity.name) == pattern.entities.end()) {
      continue;
    }
    const PatternCost cost = UnitsOf(model, pattern);
    if (view.index == nullptr) {
      if (pattern.index.empty()) rates.read += *pattern.rate * cost.table_read;
      rates.write += *pattern.rate * cost.table_write;
      continue;
    }
    const auto units = std::ranges::find(cost.indexes, view.index->name, &IndexUnits::index);
    if (units == cost.indexes.end()) continue;
    rates.read += *pattern.rate * units->read;
    rates.write += *pattern.rate * units->write;
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

void HotPartition(const Model& model, Report& report) {
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

constexpr std::array kLoadRules = {
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
