// How backups and past states become tables again, and how long past states can.
#include <algorithm>
#include <map>
#include <utility>

#include "backup/backup_records.h"
#include "backup/backups.h"
#include "backup/messages.h"
#include "backup/recovery_window.h"
#include "base/log.h"
#include "history/trim.h"
#include "table/key_codec.h"
#include "table/messages.h"

namespace trestle {
namespace {

// A restore that is cut short begins anew.
constexpr FillOptions kStays{.stays_unfinished = true};

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

PastTable Backups::PastOf(std::uint32_t table_id) const {
  return {.view = catalog_.store().Latest(), .table_id = table_id, .items = ItemsOfTable(table_id)};
}

Restorer::Source Backups::SourceOf(const BackupPtr& backup) {
  return {.open = [this, backup] { return OpenBackup(*backup); },
          .first_undone = backup->first_undone,
          .ended = [this, id = backup->id] { EndUse(id); }};
}

Result<TablePtr> Backups::Restore(std::string_view arn, TableDefinition definition) {
  TRESTLE_RETURN_IF_ERROR(restorer_.TakesMore());
  TRESTLE_TRY(const BackupPtr backup, Use(arn));
  return Fill(TableFiller::Begin(catalog_, std::move(definition), kStays),
              {.table_uuid = {}, .backup_arn = std::string(arn), .first_undone = {}},
              SourceOf(backup));
}

Result<TablePtr> Backups::RestoreTable(const TablePtr& source, const ChangeStamp& first_undone,
                                       TableDefinition definition) {
  TRESTLE_RETURN_IF_ERROR(restorer_.TakesMore());
  const std::uint32_t id = source->definition().id;
  // What comes later is not asked for, so that a restore that begins anew has the same state.
  const ChangeStamp first = std::min(first_undone, catalog_.stamps().Next());
  // To begin is to wait for writers: whatever was stamped before is in the view.
  TRESTLE_TRY(std::unique_ptr<TableFiller> filler,
              TableFiller::Begin(catalog_, std::move(definition), kStays));
  const PastTable past = PastOf(id);
  const TablePtr now = catalog_.FindInAnyState(source->name());
  if (now == nullptr || now->definition().id != id || !now->definition().recovery ||
      now->definition().recovery->since != source->definition().recovery->since) {
    TRESTLE_RETURN_IF_ERROR(filler->Abandon());
    return messages::ResourceNotFound();
  }
  return Fill(std::move(filler),
              {.table_uuid = {}, .backup_arn = {}, .source_id = id, .first_undone = first},
              {.open = [past] { return Result<PastTable>(past); }, .first_undone = first});
}

Result<TablePtr> Backups::Fill(Result<std::unique_ptr<TableFiller>> filler, RestoreJob job,
                               Restorer::Source source) {
  if (!filler) {
    source.ended();
    return tl::unexpected(filler.error());
  }
  TablePtr table = (*filler)->table();
  job.table_uuid = table->definition().uuid;
  const std::unique_ptr<WriteBatch> batch = catalog_.store().NewBatch();
  backup_records::PutRestore(job, *batch);
  if (const auto kept = catalog_.store().Commit(*batch); !kept) {
    source.ended();
    TRESTLE_RETURN_IF_ERROR((*filler)->Abandon());
    return tl::unexpected(kept.error());
  }
  source.settled = [this, uuid = job.table_uuid] {
    if (const Status forgotten = ForgetRestore(uuid); !forgotten) {
      LogError("the record of a restore stays until the next start: " + forgotten.error().message);
    }
  };
  restorer_.Start(*std::move(filler), std::move(source));
  return table;
}

Status Backups::ForgetRestore(const std::string& table_uuid) {
  const std::unique_ptr<WriteBatch> batch = catalog_.store().NewBatch();
  backup_records::DeleteRestore(table_uuid, *batch);
  TRESTLE_RETURN_IF_ERROR(catalog_.store().Commit(*batch));
  return {};
}

// The tables that a crash or a stop has left unfinished, and the records of those that are not.
Status Backups::GoOnWithRestores() {
  TRESTLE_TRY(const std::vector<RestoreJob> stored,
              backup_records::ReadRestores(*catalog_.store().Latest()));
  std::map<std::string, RestoreJob> jobs;
  for (const RestoreJob& job : stored) jobs[job.table_uuid] = job;
  for (const std::string& name : catalog_.List("", catalog_.size())) {
    const TablePtr table = catalog_.FindInAnyState(name);
    if (table == nullptr || !table->definition().filling || !table->definition().restored) continue;
    const auto job = jobs.extract(table->definition().uuid);
    TRESTLE_RETURN_IF_ERROR(GoOn(*table, job.empty() ? nullptr : &job.mapped()));
  }
  for (const auto& [uuid, job] : jobs) TRESTLE_RETURN_IF_ERROR(ForgetRestore(uuid));
  return {};
}

Status Backups::GoOn(const Table& unfinished, const RestoreJob* job) {
  const TableDefinition& table = unfinished.definition();
  Result<Restorer::Source> source =
      job == nullptr ? messages::RestoreNotRecorded() : SourceOf(*job, *table.restored);
  Result<std::unique_ptr<TableFiller>> filler =
      TableFiller::BeginAnew(catalog_, unfinished, kStays);
  if (source) {
    TRESTLE_RETURN_IF_ERROR(Fill(std::move(filler), *job, *std::move(source)));
    return {};
  }
  LogWarning("the restore of table " + table.name +
             " does not go on, and the table goes: " + source.error().message);
  if (!filler) return tl::unexpected(filler.error());
  TRESTLE_RETURN_IF_ERROR((*filler)->Abandon());
  return ForgetRestore(table.uuid);
}

Result<Restorer::Source> Backups::SourceOf(const RestoreJob& job,
                                           const RestoreDefinition& restored) {
  if (!job.backup_arn.empty()) {
    TRESTLE_TRY(const BackupPtr backup, Use(job.backup_arn));
    return SourceOf(backup);
  }
  const TablePtr source = catalog_.FindInAnyState(TableNameOf(restored.table_arn));
  const bool is_the_same = source != nullptr && source->definition().id == job.source_id;
  if (!is_the_same || !source->definition().recovery ||
      !IsRestorable(restored.time, *source->definition().recovery, catalog_.clock().Now())) {
    return messages::HistoryOfSourceGone(restored.table_arn);
  }
  return Restorer::Source{
      .open = [past = PastOf(job.source_id)] { return Result<PastTable>(past); },
      .first_undone = job.first_undone};
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
