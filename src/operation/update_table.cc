#include "operation/update_table.h"

#include "operation/table_changes.h"
#include "operation/table_settings.h"
#include "operation/throughput_rules.h"
#include "operation/update_table_messages.h"
#include "table/messages.h"
#include "table/table_directory.h"

namespace trestle {
namespace {

bool ChangesAnything(const UpdateTableRequest& request) {
  return request.billing || request.throughput || request.on_demand_maximum ||
         request.warm_throughput ||
         (request.global_index_updates && !request.global_index_updates->empty()) ||
         request.stream || request.encryption || request.table_class || request.deletion_protection;
}

Status CheckRequest(const UpdateTableRequest& request) {
  if (request.asks_for_replicas) return messages::NotSupportedHere("ReplicaUpdates");
  if (request.asks_for_vector_indexes) return messages::NotSupportedHere("VectorIndexUpdates");
  if (!ChangesAnything(request)) return messages::NothingToUpdate();
  if (request.throughput) TRESTLE_RETURN_IF_ERROR(CheckThroughputBounds(*request.throughput, ""));
  if (request.global_index_updates) {
    TRESTLE_RETURN_IF_ERROR(CheckIndexUpdates(*request.global_index_updates));
  }
  if (request.stream) TRESTLE_RETURN_IF_ERROR(CheckStreamUpdate(*request.stream));
  if (request.encryption) TRESTLE_RETURN_IF_ERROR(CheckEncryption(*request.encryption));
  return {};
}

// A new stream gets a new name; a stopped one keeps its own and stays readable.
Status ChangeStream(const StreamRequest& stream, TableDefinition& table) {
  if (stream.enabled) {
    if (table.stream.enabled) return messages::StreamAlreadyEnabled(table.name);
    table.stream = StreamOf(stream);
    return {};
  }
  if (!table.stream.enabled) return messages::NoStreamToDisable(table.name);
  table.stream.enabled = false;
  return {};
}

Status ChangeTable(const UpdateTableRequest& request, TimePoint now, TableDefinition& table) {
  TRESTLE_RETURN_IF_ERROR(ChangeThroughput(request, now, table));
  TRESTLE_RETURN_IF_ERROR(ChangeIndexes(request, now, table));
  if (request.stream) TRESTLE_RETURN_IF_ERROR(ChangeStream(*request.stream, table));
  if (request.encryption) table.encryption = EncryptionOf(*request.encryption, table.region);
  if (request.table_class) {
    table.table_class = request.table_class;
    table.table_class_changed = now;
  }
  if (request.deletion_protection) table.deletion_protection = *request.deletion_protection;
  return {};
}

// The answer repeats the -1 that took a maximum away, which the table then no longer shows.
bool Echo(const std::optional<UnitsPerSecond>& given, std::optional<UnitsPerSecond>& shown) {
  if (!given) return false;
  UnitsPerSecond echoed = shown.value_or(UnitsPerSecond{});
  if (given->read) echoed.read = given->read;
  if (given->write) echoed.write = given->write;
  if (shown == echoed || echoed == UnitsPerSecond{}) return false;
  shown = echoed;
  return true;
}

TablePtr WithRemovedMaxima(const UpdateTableRequest& request, const TablePtr& table) {
  TableDefinition shown = table->definition();
  bool differs = Echo(request.on_demand_maximum, shown.on_demand_maximum);
  if (request.global_index_updates) {
    for (const GlobalIndexUpdate& update : *request.global_index_updates) {
      if (!update.update) continue;
      for (IndexDefinition& index : shown.indexes) {
        if (index.name != update.update->name) continue;
        differs |= Echo(update.update->on_demand_maximum, index.on_demand_maximum);
      }
    }
  }
  return differs ? std::make_shared<const Table>(std::move(shown)) : table;
}

}  // namespace

Result<TableDescription> UpdateTable(OperationContext& context, const UpdateTableRequest& request) {
  TRESTLE_RETURN_IF_ERROR(CheckRequest(request));
  context.AnswerAfterLatest();
  if (context.catalog.FindInAnyState(request.table_name) == nullptr) {
    return messages::TableNotFound(TableNameOf(request.table_name));
  }
  const TimePoint now = context.clock.Now();
  TRESTLE_TRY(const TablePtr table,
              context.catalog.Update(request.table_name, [&](TableDefinition& definition) {
                return ChangeTable(request, now, definition);
              }));
  context.AnswerAfterLatest();
  TableDescription description = Describe(context, table);
  description.table = WithRemovedMaxima(request, table);
  return description;
}

}  // namespace trestle
