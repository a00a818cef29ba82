#include "table/catalog.h"

#include <algorithm>
#include <utility>

#include "history/undo_record.h"
#include "table/backfiller.h"
#include "table/catalog_records.h"
#include "table/counters.h"
#include "table/expirer.h"
#include "table/messages.h"
#include "table/table_state.h"

namespace trestle {
namespace {

std::string_view Doing(TableStatus status) {
  switch (status) {
    case TableStatus::kCreating:
      return "created";
    case TableStatus::kDeleting:
      return "deleted";
    case TableStatus::kUpdating:
    case TableStatus::kActive:
      break;
  }
  return "updated";
}

}  // namespace

Catalog::Catalog(Store& store, const Clock& clock, Options options)
    : store_(store),
      clock_(clock),
      options_(options),
      expirer_(std::make_unique<Expirer>(*this)),
      housekeeper_(clock) {}

Catalog::~Catalog() = default;

Result<std::unique_ptr<Catalog>> Catalog::Open(Store& store, const Clock& clock, Options options) {
  std::unique_ptr<Catalog> catalog(new Catalog(store, clock, options));
  TRESTLE_TRY(catalog->stamps_, ChangeStamps::Open(store, clock));
  TRESTLE_RETURN_IF_ERROR(catalog->LoadAll());
  TRESTLE_RETURN_IF_ERROR(catalog->TendStreams());
  catalog->KeepTendingStreams();
  catalog->backfiller_ = std::make_unique<Backfiller>(*catalog);
  return catalog;
}

Status Catalog::LoadAll() {
  const std::shared_ptr<const View> view = store_.Latest();
  TRESTLE_TRY(next_table_id_, catalog_records::ReadNextTableId(*view));
  TRESTLE_TRY(std::vector<TableDefinition> definitions, catalog_records::ReadDefinitions(*view));
  TRESTLE_TRY(StreamContents streams, ReadStreams(*view, definitions));
  LoadStreams(std::move(streams));
  TableMap tables;
  const std::unique_ptr<WriteBatch> repairs = store_.NewBatch();
  bool expiring = false;
  for (TableDefinition& definition : definitions) {
    TRESTLE_TRY(const bool stays, Recover(*view, definition, *repairs));
    if (!stays) continue;
    auto state = std::make_shared<TableState>(definition.id);
    const auto table = std::make_shared<const Table>(std::move(definition), state);
    state->current = table.get();
    TRESTLE_RETURN_IF_ERROR(LoadCounters(*view, *table));
    expiring = expiring || table->definition().ttl_attribute;
    tables[table->name()] = TableEntry{.table = table};
  }
  if (!repairs->empty()) TRESTLE_RETURN_IF_ERROR(store_.Commit(*repairs));
  directory_.Publish(std::move(tables));
  if (expiring) expirer_->Start();
  return {};
}

Result<bool> Catalog::Recover(const View& view, TableDefinition& definition, WriteBatch& batch) {
  if (definition.filling) {
    TRESTLE_RETURN_IF_ERROR(catalog_records::EraseTable(definition, store_, batch));
    return false;
  }
  if (definition.backups_under_way > 0) {
    definition.backups_under_way = 0;
    if (!definition.KeepsHistory()) {
      TRESTLE_RETURN_IF_ERROR(catalog_records::EraseHistory(definition.id, store_, batch));
    }
    catalog_records::PutDefinition(definition, batch);
  }
  if (definition.KeepsHistory()) {
    TRESTLE_TRY(const std::optional<ChangeStamp> newest, NewestStamp(view, definition.id));
    if (newest) stamps_->NotBefore(newest->time);
  }
  return true;
}

Status Catalog::LoadCounters(const View& view, const Table& table) const {
  const auto cursor = view.Range(TableCounters::RowsOf(table.definition().id));
  for (cursor->SeekFirst(); cursor->Valid(); cursor->Next()) {
    TRESTLE_RETURN_IF_ERROR(table.state()->counters.Load(cursor->key(), cursor->value()));
  }
  return cursor->status();
}

Result<TablePtr> Catalog::Find(std::string_view name) const {
  TableEntry entry = directory_.Find(TableNameOf(name));
  if (entry.table == nullptr) return messages::ResourceNotFound();
  const bool may_be_new =
      entry.shown != nullptr && entry.shown->definition().status == TableStatus::kCreating;
  if (may_be_new && entry.InTransit(clock_)) return messages::ResourceNotFound();
  if (entry.table->definition().filling) return messages::ResourceNotFound();
  return std::move(entry.table);
}

TablePtr Catalog::FindInAnyState(std::string_view name) const {
  TableEntry entry = directory_.Find(TableNameOf(name));
  return entry.InTransit(clock_) ? std::move(entry.shown) : std::move(entry.table);
}

std::vector<std::string> Catalog::List(std::string_view start, std::size_t limit) const {
  const std::shared_ptr<const TableMap> tables = directory_.All();
  std::vector<std::string> names;
  for (auto next = tables->upper_bound(start); next != tables->end() && names.size() < limit;
       ++next) {
    if (next->second.Exists(clock_)) names.push_back(next->first);
  }
  return names;
}

std::size_t Catalog::size() const {
  const std::shared_ptr<const TableMap> tables = directory_.All();
  return static_cast<std::size_t>(
      std::count_if(tables->begin(), tables->end(),
                    [&](const auto& named) { return named.second.Exists(clock_); }));
}

TableStatistics Catalog::Statistics(const Table& table, const IndexDefinition* index) const {
  if (table.state() == nullptr) return {};
  return table.state()->counters.Read(index == nullptr ? 0 : index->id);
}

Result<TableEntry> Catalog::FindForChange(std::string_view name) const {
  TableEntry entry = directory_.Find(name);
  if (entry.InTransit(clock_)) {
    return messages::TableInUse(Doing(entry.shown->definition().status), name);
  }
  if (entry.table == nullptr) return messages::TableNotFound(name);
  if (entry.table->definition().filling) {
    return messages::TableInUse(Doing(TableStatus::kCreating), name);
  }
  return entry;
}

}  // namespace trestle
