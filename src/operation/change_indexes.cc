#include <algorithm>
#include <set>

#include "operation/index_rules.h"
#include "operation/table_changes.h"
#include "operation/throughput_rules.h"
#include "operation/update_table_messages.h"
#include "value/limits.h"

namespace trestle {
namespace {

const std::string& NameOf(const GlobalIndexUpdate& update) {
  if (update.create) return update.create->name;
  return update.update ? update.update->name : *update.remove;
}

const ThroughputRequest* ThroughputOf(const GlobalIndexUpdate& update) {
  if (update.create && update.create->throughput) return &*update.create->throughput;
  if (update.update && update.update->throughput) return &*update.update->throughput;
  return nullptr;
}

std::vector<IndexDefinition>::iterator FindGlobal(TableDefinition& table, std::string_view name) {
  return std::find_if(
      table.indexes.begin(), table.indexes.end(),
      [&](const IndexDefinition& index) { return !index.local && index.name == name; });
}

// The types of the request, unless the table knows better: an attribute keeps its type.
Definitions MergedDefinitions(const UpdateTableRequest& request, const TableDefinition& table) {
  Definitions merged = request.attributes.value_or(Definitions{});
  for (AttributeDefinition& definition : merged) {
    for (const KeyAttribute& known : table.attributes) {
      if (known.name == definition.name) definition.type = known.type;
    }
  }
  return merged;
}

Status CheckNewIndexThroughput(const IndexRequest& index, BillingMode billing) {
  if (billing == BillingMode::kPayPerRequest) {
    if (index.throughput) return messages::ThroughputOfOnDemandTable();
  } else {
    if (!index.throughput) return messages::IndexUnitsRequired(index.name);
  }
  return CheckOnDemandMaximum(index.on_demand_maximum.value_or(UnitsPerSecond{}), billing,
                              MaximumUse::kUpdate);
}

// One index at a time is made or taken away. The one that is being made may itself be taken away.
Status CheckNoOtherIsMade(const TableDefinition& table, std::string_view name) {
  const bool busy = std::any_of(
      table.indexes.begin(), table.indexes.end(),
      [&](const IndexDefinition& index) { return index.backfilling && index.name != name; });
  if (busy) return messages::OneIndexAtATime();
  return {};
}

Status AddIndex(const IndexRequest& index, const UpdateTableRequest& request,
                TableDefinition& table) {
  TRESTLE_RETURN_IF_ERROR(CheckNewIndexThroughput(index, table.billing));
  TRESTLE_RETURN_IF_ERROR(CheckGlobalIndexKeyShape(index.key_schema));
  const Definitions definitions = MergedDefinitions(request, table);
  if (!AllDefined(index.key_schema, definitions)) return messages::KeyHasNoDefinition();
  TRESTLE_RETURN_IF_ERROR(CheckProjection(index.projection));
  if (table.FindIndex(std::string_view(index.name)) != nullptr) {
    return messages::DuplicateIndexName(index.name);
  }
  TRESTLE_RETURN_IF_ERROR(CheckNoOtherIsMade(table, index.name));
  const auto count = std::count_if(table.indexes.begin(), table.indexes.end(),
                                   [](const IndexDefinition& other) { return !other.local; });
  if (static_cast<std::size_t>(count) >= kMaxGlobalIndexes) return messages::TooManyGlobalIndexes();

  TRESTLE_TRY(IndexDefinition added, GlobalIndexOf(index, definitions, table.billing));
  table.indexes.push_back(std::move(added));
  for (const AttributeDefinition& definition : definitions) {
    const KeyAttribute attribute{definition.name, definition.type};
    if (std::find(table.attributes.begin(), table.attributes.end(), attribute) ==
        table.attributes.end()) {
      table.attributes.push_back(attribute);
    }
  }
  return CheckIncludedAttributes(table.indexes);
}

Status ChangeProvisioned(const ThroughputRequest& wanted, TimePoint now, IndexDefinition& index) {
  if (wanted.read == index.throughput.read && wanted.write == index.throughput.write) {
    return messages::ThroughputUnchanged(
        index.name, {.read = index.throughput.read, .write = index.throughput.write},
        {.read = wanted.read, .write = wanted.write});
  }
  SetThroughput(wanted, now, index.throughput);
  KeepWarm(BillingMode::kProvisioned, index.throughput, index.warm_throughput);
  return {};
}

Status ChangeIndex(const GlobalIndexUpdate::Change& change, TimePoint now, TableDefinition& table) {
  const auto index = FindGlobal(table, change.name);
  if (index == table.indexes.end()) return messages::UpdatedIndexNotFound();
  if (change.throughput) {
    if (table.billing == BillingMode::kPayPerRequest) return messages::ThroughputOfOnDemandTable();
    TRESTLE_RETURN_IF_ERROR(ChangeProvisioned(*change.throughput, now, *index));
  }
  if (change.on_demand_maximum) {
    TRESTLE_RETURN_IF_ERROR(
        CheckOnDemandMaximum(*change.on_demand_maximum, table.billing, MaximumUse::kUpdate));
    index->on_demand_maximum = MergedMaximum(index->on_demand_maximum, *change.on_demand_maximum);
  }
  if (change.warm_throughput) {
    TRESTLE_TRY(index->warm_throughput,
                RaisedWarmThroughput(index->warm_throughput.value_or(UnitsPerSecond{}),
                                     *change.warm_throughput, "index " + change.name));
  }
  return {};
}

Status RemoveIndex(std::string_view name, TableDefinition& table) {
  const auto index = FindGlobal(table, name);
  if (index == table.indexes.end()) return messages::UpdatedIndexNotFound();
  TRESTLE_RETURN_IF_ERROR(CheckNoOtherIsMade(table, name));
  table.indexes.erase(index);
  return {};
}

// Only the attributes of keys are defined: those that no key uses any more go, without a word.
void PruneAttributes(TableDefinition& table) {
  const auto used = [&](const KeyAttribute& attribute) {
    return table.keys.Find(attribute.name) != nullptr ||
           std::any_of(table.indexes.begin(), table.indexes.end(),
                       [&](const IndexDefinition& index) {
                         return index.keys.Find(attribute.name) != nullptr;
                       });
  };
  table.attributes.erase(
      std::remove_if(table.attributes.begin(), table.attributes.end(),
                     [&](const KeyAttribute& attribute) { return !used(attribute); }),
      table.attributes.end());
}

}  // namespace

Status CheckIndexUpdates(const std::vector<GlobalIndexUpdate>& updates) {
  std::set<std::string_view> names;
  int online = 0;
  for (const GlobalIndexUpdate& update : updates) {
    const int actions =
        update.create.has_value() + update.update.has_value() + update.remove.has_value();
    if (actions == 0) return messages::IndexUpdateEmpty();
    if (actions > 1) return messages::IndexUpdateAmbiguous();
    if (!names.insert(NameOf(update)).second) return messages::IndexUpdatedTwice(NameOf(update));
    if (!update.update) ++online;
    if (const ThroughputRequest* throughput = ThroughputOf(update)) {
      TRESTLE_RETURN_IF_ERROR(CheckThroughputBounds(*throughput, NameOf(update)));
    }
  }
  if (online > 1) return messages::OneIndexAtATime();
  return {};
}

Status ChangeIndexes(const UpdateTableRequest& request, TimePoint now, TableDefinition& table) {
  if (!request.global_index_updates) return {};
  for (const GlobalIndexUpdate& update : *request.global_index_updates) {
    if (update.create) TRESTLE_RETURN_IF_ERROR(AddIndex(*update.create, request, table));
    if (update.update) TRESTLE_RETURN_IF_ERROR(ChangeIndex(*update.update, now, table));
    if (update.remove) TRESTLE_RETURN_IF_ERROR(RemoveIndex(*update.remove, table));
  }
  PruneAttributes(table);
  return {};
}

}  // namespace trestle
