// What a catalog finds in its store: when it opens, and when the store becomes another.
#include "table/catalog_contents.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "history/undo_record.h"
#include "table/backfiller.h"
#include "table/catalog_records.h"
#include "table/counters.h"
#include "table/expirer.h"
#include "table/item_keeper.h"
#include "table/table_state.h"

namespace trestle {

Result<Catalog::Contents> Catalog::Read(const View& view) const {
  Contents contents;
  contents.repairs = store_.NewBatch();
  TRESTLE_TRY(contents.next_table_id, catalog_records::ReadNextTableId(view));
  TRESTLE_TRY(contents.next_change, catalog_records::ReadNextChangeNumber(view));
  TRESTLE_TRY(std::vector<TableDefinition> definitions, catalog_records::ReadDefinitions(view));
  TRESTLE_TRY(contents.streams, ReadStreams(view, definitions));
  TRESTLE_TRY(contents.keepers, catalog_records::ReadKeepers(view));
  for (TableDefinition& definition : definitions) {
    TRESTLE_TRY(const bool stays, Recover(view, definition, contents));
    if (!stays) continue;
    auto state = std::make_shared<TableState>(definition.id);
    const auto table = std::make_shared<const Table>(std::move(definition), state);
    state->current = table.get();
    TRESTLE_RETURN_IF_ERROR(LoadCounters(view, *table));
    contents.tables[table->name()] = TableEntry{.table = table};
  }
  return contents;
}

Result<bool> Catalog::Recover(const View& view, TableDefinition& definition, Contents& contents) {
  WriteBatch& repairs = *contents.repairs;
  if (definition.filling && !definition.restored) {
    TRESTLE_RETURN_IF_ERROR(catalog_records::EraseTable(definition, view, repairs));
    return false;
  }
  if (definition.backups_under_way > 0) {
    definition.backups_under_way = 0;
    if (!definition.KeepsHistory()) {
      TRESTLE_RETURN_IF_ERROR(catalog_records::EraseHistory(definition.id, view, repairs));
    }
    catalog_records::PutDefinition(definition, repairs);
  }
  if (definition.KeepsHistory()) {
    TRESTLE_TRY(const std::optional<ChangeStamp> newest, NewestStamp(view, definition.id));
    TimePoint& last = contents.streams.newest;
    if (newest) last = std::max(last, newest->time);
  }
  return true;
}

Status Catalog::LoadCounters(const View& view, const Table& table) {
  const auto cursor = view.Range(TableCounters::RowsOf(table.definition().id));
  for (cursor->SeekFirst(); cursor->Valid(); cursor->Next()) {
    TRESTLE_RETURN_IF_ERROR(table.state()->counters.Load(cursor->key(), cursor->value()));
  }
  return cursor->status();
}

void Catalog::GiveToKeepers(const std::vector<std::pair<std::string, std::string>>& records,
                            TableMap& tables) {
  if (options_.keepers == nullptr) return;
  options_.keepers->Load(records);
  for (auto& [name, entry] : tables) {
    if (entry.table == nullptr) continue;
    const TableDefinition& definition = entry.table->definition();
    const std::shared_ptr<TableState>& state = entry.table->state();
    auto table = std::make_shared<const Table>(definition, state, KeeperOf(definition));
    state->current = table.get();
    entry.table = std::move(table);
  }
}

// Ids and numbers only rise, so that nothing of a former state is taken for something of this one.
Status Catalog::TakeOn(Contents contents) {
  next_table_id_ = std::max(next_table_id_, contents.next_table_id);
  stamps_->GoOnAfter(contents.next_change);
  LoadStreams(std::move(contents.streams));
  GiveToKeepers(contents.keepers, contents.tables);
  const bool expiring = std::any_of(
      contents.tables.begin(), contents.tables.end(),
      [](const auto& named) { return named.second.table->definition().ttl_attribute.has_value(); });
  directory_.Publish(std::move(contents.tables));
  if (expiring) expirer_->Start();
  if (!contents.repairs->empty()) TRESTLE_RETURN_IF_ERROR(store_.Commit(*contents.repairs));
  return {};
}

Result<std::unique_ptr<Catalog::Successor>> Catalog::Prepare(
    std::unique_ptr<Store::Successor> state) {
  TRESTLE_TRY(Contents contents, Read(*state->view()));
  auto successor = std::make_unique<Successor>();
  successor->state = std::move(state);
  successor->contents = std::move(contents);
  return successor;
}

Status Catalog::Become(std::unique_ptr<Successor> successor) {
  const ItemLocks::Held held = item_locks_.Hold(StripeSet::All());
  TRESTLE_RETURN_IF_ERROR(store_.Become(std::move(successor->state)));
  const std::shared_ptr<const TableMap> before = directory_.All();
  for (const auto& [name, entry] : *before) {
    if (entry.table != nullptr) entry.table->state()->current = nullptr;
  }
  if (const Status repaired = TakeOn(std::move(successor->contents)); !repaired) {
    LogError("what was unfinished in a copy stays until the next start: " +
             repaired.error().message);
  }
  KeepTendingStreams();
  backfiller_->Wake();
  changes_.StartOver();
  return {};
}

}  // namespace trestle
