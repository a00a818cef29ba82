// How backups and past states become tables again, and how long past states can.
#include <utility>

#include "backup/backups.h"
#include "backup/messages.h"
#include "backup/recovery_window.h"
#include "history/trim.h"
#include "table/key_codec.h"
#include "table/messages.h"

namespace trestle {
namespace {

// At a time: the service's limit.
constexpr std::size_t kMostRestores = 50;

}  // namespace

Result<BackupPtr> Backups::Use(std::string_view arn) {
  TRESTLE_TRY(BackupPtr backup, Find(arn));
  const MutexLock lock(mutex_);
  const auto found = entries_.find(backup->id);
  if (found == entries_.end()) return messages::BackupNotFound(arn);
  if (found->second.backup->status == BackupStatus::kCreating) return messages::BackupInUse(arn);
  ++found->second.restores;
  return found->second.backup;
}

void Backups::EndUse(const std::string& id) {
  const MutexLock lock(mutex_);
  if (const auto found = entries_.find(id); found != entries_.end()) --found->second.restores;
}

Result<PastTable> Backups::OpenBackup(const Backup& backup) const {
  PastTable past{
      .view = nullptr, .table_id = backup.table.id, .items = ItemsOfTable(backup.table.id)};
  if (backup.copy.empty()) {
    past.view = catalog_.store().Latest();
  } else {
    TRESTLE_TRY(past.view, catalog_.store().OpenCopy(backup.copy));
  }
  return past;
}

Result<TablePtr> Backups::Restore(std::string_view arn, TableDefinition definition) {
  if (restorer_.under_way() >= kMostRestores) return messages::TooManyRestores(kMostRestores);
  TRESTLE_TRY(const BackupPtr backup, Use(arn));
  auto filler = TableFiller::Begin(catalog_, std::move(definition));
  if (!filler) {
    EndUse(backup->id);
    return tl::unexpected(filler.error());
  }
  TablePtr table = (*filler)->table();
  restorer_.Start(*std::move(filler), {.open = [this, backup] { return OpenBackup(*backup); },
                                       .first_undone = backup->first_undone,
                                       .ended = [this, id = backup->id] { EndUse(id); }});
  return table;
}

Result<TablePtr> Backups::RestoreTable(const TablePtr& source, const ChangeStamp& first_undone,
                                       TableDefinition definition) {
  if (restorer_.under_way() >= kMostRestores) return messages::TooManyRestores(kMostRestores);
  // To begin is to wait for writers: whatever was stamped before is in the view.
  TRESTLE_TRY(std::unique_ptr<TableFiller> filler,
              TableFiller::Begin(catalog_, std::move(definition)));
  const std::uint32_t id = source->definition().id;
  const PastTable past{
      .view = catalog_.store().Latest(), .table_id = id, .items = ItemsOfTable(id)};
  const TablePtr now = catalog_.FindInAnyState(source->name());
  if (now == nullptr || now->definition().id != id || !now->definition().recovery ||
      now->definition().recovery->since != source->definition().recovery->since) {
    return messages::ResourceNotFound();
  }
  TablePtr table = filler->table();
  restorer_.Start(std::move(filler), {.open = [past] { return Result<PastTable>(past); },
                                      .first_undone = first_undone});
  return table;
}

Status Backups::TrimHistories() {
  Store& store = catalog_.store();
  const TimePoint now = catalog_.clock().Now();
  const std::shared_ptr<const View> view = store.Latest();
  const std::unique_ptr<WriteBatch> batch = store.NewBatch();
  for (const std::string& name : catalog_.List("", catalog_.size())) {
    const TablePtr table = catalog_.FindInAnyState(name);
    if (table == nullptr || !table->definition().recovery) continue;
    const TimePoint earliest = EarliestRestorable(*table->definition().recovery, now);
    TRESTLE_RETURN_IF_ERROR(
        TrimHistory(table->definition().id, earliest - kTrimMargin, *view, *batch));
  }
  if (!batch->empty()) TRESTLE_RETURN_IF_ERROR(store.Commit(*batch));
  return {};
}

}  // namespace trestle
