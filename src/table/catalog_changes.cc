// How tables come, change and go. Every change takes all item locks: then no writer is at work that
// has not seen it, and one commit makes it true on disk.
#include <algorithm>
#include <random>
#include <utility>

#include "table/backfiller.h"
#include "table/catalog.h"
#include "table/catalog_records.h"
#include "table/expirer.h"
#include "table/item_keeper.h"
#include "table/item_walk.h"
#include "table/messages.h"
#include "table/table_state.h"

namespace trestle {
namespace {

// A random UUID, version 4.
std::string NewUuid() {
  constexpr std::string_view kForm = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx";
  std::random_device random;
  std::string uuid(kForm);
  for (char& digit : uuid) {
    const unsigned bits = random() & 0xFu;
    if (digit == 'x') digit = "0123456789abcdef"[bits];
    if (digit == 'y') digit = "89ab"[bits & 3u];
  }
  return uuid;
}

bool IsBackfilling(const TableDefinition& definition) {
  return std::any_of(definition.indexes.begin(), definition.indexes.end(),
                     [](const IndexDefinition& index) { return index.backfilling; });
}

// Whether an update of the table is one of its indexes.
bool ChangesIndexes(const TableDefinition& definition) {
  return definition.status == TableStatus::kUpdating &&
         std::any_of(
             definition.indexes.begin(), definition.indexes.end(),
             [](const IndexDefinition& index) { return index.status != IndexStatus::kActive; });
}

// Gives ids to the indexes that have none yet and marks them as to be filled.
void StartBackfills(TableDefinition& definition) {
  for (IndexDefinition& index : definition.indexes) {
    if (index.id != 0) continue;
    index.id = definition.next_index_id++;
    index.status = IndexStatus::kCreating;
    index.backfilling = true;
  }
}

// What is true once an update has settled: only an index that is being filled has another status
// than ACTIVE.
void Settle(TableDefinition& definition) {
  for (IndexDefinition& index : definition.indexes) {
    index.status = index.backfilling ? IndexStatus::kCreating : IndexStatus::kActive;
  }
  definition.status = definition.filling          ? TableStatus::kCreating
                      : IsBackfilling(definition) ? TableStatus::kUpdating
                                                  : TableStatus::kActive;
}

std::vector<IndexDefinition> Removed(const TableDefinition& before, const TableDefinition& after) {
  std::vector<IndexDefinition> removed;
  for (const IndexDefinition& index : before.indexes) {
    if (after.FindIndex(index.id) == nullptr) removed.push_back(index);
  }
  return removed;
}

}  // namespace

void Catalog::Publish(const std::string& name, TableEntry entry) {
  TableMap tables = *directory_.All();
  tables[name] = std::move(entry);
  std::erase_if(tables, [&](const auto& named) { return !named.second.Exists(clock_); });
  directory_.Publish(std::move(tables));
}

Result<TableEntry> Catalog::Replace(const TableEntry& old, TableDefinition definition,
                                    WriteBatch& batch) {
  Settle(definition);
  catalog_records::PutDefinition(definition, batch);
  TRESTLE_RETURN_IF_ERROR(store_.Commit(batch));
  const std::shared_ptr<TableState> state =
      old.table == nullptr ? std::make_shared<TableState>(definition.id) : old.table->state();
  std::shared_ptr<const ItemKeeper> keeper = KeeperOf(definition);
  TableEntry entry{
      .table = std::make_shared<const Table>(std::move(definition), state, std::move(keeper))};
  state->current = entry.table.get();
  if (entry.table->definition().ttl_attribute) expirer_->Start();
  return entry;
}

// Publishes the entry, with another picture of the table for as long as the configured delay lasts.
TablePtr Catalog::PublishAs(const TableEntry& entry, TableDefinition definition,
                            TableStatus status) {
  definition.status = status;
  const auto shown = std::make_shared<const Table>(std::move(definition), entry.table->state());
  TableEntry published{.table = status == TableStatus::kDeleting ? nullptr : entry.table};
  if (options_.status_delay > Duration(0)) {
    published.shown = shown;
    published.settled = clock_.Now() + options_.status_delay;
  }
  Publish(shown->name(), std::move(published));
  return shown;
}

Result<TableEntry> Catalog::Make(TableDefinition& definition) {
  const Result<TableEntry> taken = FindForChange(definition.name);
  if (taken) return messages::TableExists(definition.name);
  if (taken.error().code == ErrorCode::kResourceInUse) return tl::unexpected(taken.error());

  definition.id = next_table_id_;
  definition.uuid = NewUuid();
  definition.created = clock_.Now();
  definition.ready = definition.created + options_.status_delay;
  for (IndexDefinition& index : definition.indexes) index.id = definition.next_index_id++;

  const std::unique_ptr<WriteBatch> batch = store_.NewBatch();
  catalog_records::PutNextTableId(next_table_id_ + 1, *batch);
  TRESTLE_TRY(std::vector<StreamPtr> streams, ChangeStreams({}, definition, *batch));
  TRESTLE_TRY(TableEntry entry, Replace({}, definition, *batch));
  PutStreams(std::move(streams));
  ++next_table_id_;
  return entry;
}

Result<TablePtr> Catalog::Create(TableDefinition definition) {
  const ItemLocks::Held held = item_locks_.Hold(StripeSet::All());
  TRESTLE_TRY(const TableEntry entry, Make(definition));
  for (IndexDefinition& index : definition.indexes) index.status = IndexStatus::kCreating;
  return PublishAs(entry, std::move(definition), TableStatus::kCreating);
}

Result<TablePtr> Catalog::Update(std::string_view name,
                                 const std::function<Status(TableDefinition&)>& change,
                                 Effect effect) {
  const ItemLocks::Held held = item_locks_.Hold(StripeSet::All());
  TRESTLE_TRY(const TableEntry old, FindForChange(TableNameOf(name)));
  TableDefinition definition = old.table->definition();
  TRESTLE_RETURN_IF_ERROR(change(definition));
  StartBackfills(definition);
  definition.ready = clock_.Now() + options_.status_delay;

  const std::unique_ptr<WriteBatch> batch = store_.NewBatch();
  TRESTLE_RETURN_IF_ERROR(FollowTimeToLive(old.table->definition(), definition, *batch));
  std::vector<IndexDefinition> removed = Removed(old.table->definition(), definition);
  for (const IndexDefinition& index : removed) {
    TRESTLE_RETURN_IF_ERROR(
        catalog_records::EraseIndex(definition.id, index.id, *store_.Latest(), *batch));
  }
  if (old.table->definition().KeepsHistory() && !definition.KeepsHistory()) {
    TRESTLE_RETURN_IF_ERROR(catalog_records::EraseHistory(definition.id, *store_.Latest(), *batch));
  }
  TRESTLE_TRY(std::vector<StreamPtr> streams,
              ChangeStreams(old.table->definition(), definition, *batch));
  TRESTLE_TRY(const TableEntry entry, Replace(old, definition, *batch));
  PutStreams(std::move(streams));
  TablePtr answer = entry.table;
  if (effect == Effect::kAtOnce) {
    Publish(answer->name(), entry);
  } else {
    for (IndexDefinition& index : removed) {
      index.status = IndexStatus::kDeleting;
      definition.indexes.push_back(std::move(index));
    }
    answer = PublishAs(entry, std::move(definition), TableStatus::kUpdating);
  }
  if (IsBackfilling(entry.table->definition())) backfiller_->Wake();
  if (definition.ttl_filling) housekeeper_.Wake();
  return answer;
}

Result<TablePtr> Catalog::Drop(std::string_view name, const Keep& keep) {
  const ItemLocks::Held held = item_locks_.Hold(StripeSet::All());
  const TableEntry found = directory_.Find(TableNameOf(name));
  if (found.InTransit(clock_) && ChangesIndexes(found.shown->definition())) {
    return messages::IndexesInUse();
  }
  TRESTLE_TRY(const TableEntry old, FindForChange(TableNameOf(name)));
  const TableDefinition& definition = old.table->definition();
  if (definition.backups_under_way > 0) return messages::TableInUse("backed up", definition.name);
  const std::unique_ptr<WriteBatch> batch = store_.NewBatch();
  const auto items = keep ? catalog_records::Items::kKept : catalog_records::Items::kErased;
  TRESTLE_RETURN_IF_ERROR(catalog_records::EraseTable(definition, *store_.Latest(), *batch, items));
  if (keep) keep(definition, *batch);
  TableDefinition without_stream;
  TRESTLE_TRY(std::vector<StreamPtr> streams, ChangeStreams(definition, without_stream, *batch));
  TRESTLE_RETURN_IF_ERROR(store_.Commit(*batch));
  PutStreams(std::move(streams));
  old.table->state()->current = nullptr;
  return PublishAs(old, definition, TableStatus::kDeleting);
}

Result<TablePtr> Catalog::BeginFill(TableDefinition definition) {
  const ItemLocks::Held held = item_locks_.Hold(StripeSet::All());
  if (!definition.filling) {
    definition.filling = true;
    TRESTLE_TRY(const TableEntry entry, Make(definition));
    Publish(definition.name, entry);
    return entry.table;
  }
  // It was left unfinished: it keeps its name and ids, and another state counts what it will hold.
  const TableEntry old = directory_.Find(definition.name);
  if (old.table == nullptr || old.table->definition().id != definition.id) {
    return messages::TableNotFound(definition.name);
  }
  const std::unique_ptr<WriteBatch> batch = store_.NewBatch();
  TRESTLE_RETURN_IF_ERROR(catalog_records::EraseTable(definition, *store_.Latest(), *batch));
  TRESTLE_TRY(const TableEntry entry, Replace({}, std::move(definition), *batch));
  old.table->state()->current = nullptr;
  Publish(entry.table->name(), entry);
  return entry.table;
}

Status Catalog::FinishFill(const Table& table) {
  const ItemLocks::Held held = item_locks_.Hold(StripeSet::All());
  const TableEntry old = directory_.Find(table.name());
  // The whole store may have become another meanwhile.
  if (old.table == nullptr || old.table->state() != table.state()) {
    return messages::TableNotFound(table.name());
  }
  TableDefinition definition = table.definition();
  definition.filling = false;
  definition.ready = clock_.Now();
  const std::unique_ptr<WriteBatch> batch = store_.NewBatch();
  TRESTLE_TRY(TableEntry entry, Replace(old, std::move(definition), *batch));
  Publish(table.name(), std::move(entry));
  return {};
}

Status Catalog::AbandonFill(const Table& table) {
  const ItemLocks::Held held = item_locks_.Hold(StripeSet::All());
  if (table.state()->current == nullptr) return {};  // gone with the store of before
  const std::unique_ptr<WriteBatch> batch = store_.NewBatch();
  TRESTLE_RETURN_IF_ERROR(
      catalog_records::EraseTable(table.definition(), *store_.Latest(), *batch));
  TRESTLE_RETURN_IF_ERROR(store_.Commit(*batch));
  table.state()->current = nullptr;
  const TableEntry old = directory_.Find(table.name());
  if (old.table != nullptr && old.table->state() == table.state()) Publish(table.name(), {});
  return {};
}

Status Catalog::SetKeeperRecord(const std::string& name, const std::optional<std::string>& record) {
  const std::unique_ptr<WriteBatch> batch = store_.NewBatch();
  catalog_records::PutKeeper(name, record, *batch);
  const ItemLocks::Held held = item_locks_.Hold(StripeSet::All());
  TRESTLE_RETURN_IF_ERROR(store_.Commit(*batch));
  TRESTLE_TRY(const auto records, catalog_records::ReadKeepers(*store_.Latest()));
  TableMap tables = *directory_.All();
  GiveToKeepers(records, tables);
  directory_.Publish(std::move(tables));
  return {};
}

Result<Catalog::BackupPoint> Catalog::BeginBackup(std::string_view name) {
  const ItemLocks::Held held = item_locks_.Hold(StripeSet::All());
  TRESTLE_TRY(const TableEntry old, FindForChange(TableNameOf(name)));
  BackupPoint point{.table = old.table->definition(), .first_after = stamps_->Next()};
  TableDefinition definition = point.table;
  ++definition.backups_under_way;
  const std::unique_ptr<WriteBatch> batch = store_.NewBatch();
  TRESTLE_TRY(TableEntry entry, Replace(old, std::move(definition), *batch));
  Publish(point.table.name, std::move(entry));
  return point;
}

// The table may be in the middle of an update, whose status stays the one to show.
Status Catalog::EndBackup(const TableDefinition& table) {
  const ItemLocks::Held held = item_locks_.Hold(StripeSet::All());
  TableEntry entry = directory_.Find(table.name);
  if (entry.table == nullptr || entry.table->definition().id != table.id) return {};
  TableDefinition definition = entry.table->definition();
  --definition.backups_under_way;
  const std::unique_ptr<WriteBatch> batch = store_.NewBatch();
  if (!definition.KeepsHistory()) {
    TRESTLE_RETURN_IF_ERROR(catalog_records::EraseHistory(definition.id, *store_.Latest(), *batch));
  }
  TRESTLE_TRY(TableEntry replaced, Replace(entry, std::move(definition), *batch));
  entry.table = std::move(replaced.table);
  Publish(table.name, std::move(entry));
  return {};
}

Status Catalog::FinishBackfill(const Table& table, std::uint32_t index_id) {
  const ItemLocks::Held held = item_locks_.Hold(StripeSet::All());
  const TableEntry old = directory_.Find(table.name());
  if (old.table == nullptr || old.table->state() != table.state()) return {};
  TableDefinition definition = old.table->definition();
  const auto index = std::find_if(definition.indexes.begin(), definition.indexes.end(),
                                  [&](const IndexDefinition& one) { return one.id == index_id; });
  if (index == definition.indexes.end()) return {};
  index->backfilling = false;

  const std::unique_ptr<WriteBatch> batch = store_.NewBatch();
  catalog_records::DeleteBackfill(definition.id, index_id, *batch);
  TRESTLE_TRY(TableEntry entry, Replace(old, std::move(definition), *batch));
  Publish(table.name(), std::move(entry));
  return {};
}

Status Catalog::FollowTimeToLive(const TableDefinition& before, TableDefinition& after,
                                 WriteBatch& batch) {
  if (before.ttl_attribute == after.ttl_attribute) return {};
  if (before.ttl_attribute) {
    TRESTLE_RETURN_IF_ERROR(catalog_records::EraseExpiries(after.id, *store_.Latest(), batch));
  }
  TRESTLE_TRY(const std::vector<std::string> items,
              NextItemKeys(*store_.Latest(), after.id, std::nullopt, 1));
  after.ttl_filling = after.ttl_attribute && !items.empty();
  return {};
}

Status Catalog::FinishExpiryFill(const Table& table) {
  const ItemLocks::Held held = item_locks_.Hold(StripeSet::All());
  const TableEntry old = directory_.Find(table.name());
  // A later version may have to be filled anew; it will be asked about when its turn comes.
  if (old.table.get() != &table) return {};
  TableDefinition definition = table.definition();
  definition.ttl_filling = false;

  const std::unique_ptr<WriteBatch> batch = store_.NewBatch();
  catalog_records::DeleteExpiryFill(definition.id, *batch);
  TRESTLE_TRY(TableEntry entry, Replace(old, std::move(definition), *batch));
  entry.shown = old.shown;
  entry.settled = old.settled;
  Publish(table.name(), std::move(entry));
  return {};
}

}  // namespace trestle
