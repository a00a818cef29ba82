#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backup/backup.h"
#include "backup/restore_job.h"
#include "backup/restorer.h"
#include "backup/snapshots.h"
#include "backup/worker.h"
#include "base/mutex.h"
#include "base/result.h"
#include "table/catalog.h"

namespace trestle {

using BackupPtr = std::shared_ptr<const Backup>;  // shared by the list and those who look at it

// The backups of a store's tables: made, found, restored, deleted. A backup has the table as it was
// at the moment it was asked for; the copy that holds it is made a little later, in the background,
// and what has changed in between is undone by a restore. Safe to share between threads.
class Backups {
 public:
  // `catalog` outlives it. What a crash has left half done is cleared away.
  static Result<std::unique_ptr<Backups>> Open(Catalog& catalog);
  ~Backups();

  struct NewBackup {
    std::string name;
    BackupType type = BackupType::kUser;
    std::optional<TimePoint> expires;
  };
  // The backup as CreateBackup answers it: CREATING.
  Result<BackupPtr> Create(std::string_view table_name, const NewBackup& backup);
  // Of every table that is not being created or deleted, or of those that have one of the names:
  // all in one copy.
  Status CreateOfTables(const NewBackup& backup, std::span<const std::string> only = {});
  // Drops a table, leaving a backup that is deleted after 35 days. The table as DeleteTable answers
  // it.
  Result<TablePtr> DropTable(std::string_view table_name);

  Result<BackupPtr> Find(std::string_view arn) const TRESTLE_EXCLUDES(mutex_);
  std::vector<BackupPtr> All() const TRESTLE_EXCLUDES(mutex_);  // in the order they were made
  // The backup as DeleteBackup answers it: DELETED. Not while it is being made or restored.
  Result<BackupPtr> Delete(std::string_view arn) TRESTLE_EXCLUDES(mutex_);
  Status DeleteExpired();

  // Begins to fill a new table with the backup. The table as the service answers it: CREATING.
  // LimitExceeded if too many restores are under way. What a stop or a crash cuts short begins anew
  // with the next start, if the definition says that it is restored.
  Result<TablePtr> Restore(std::string_view arn, TableDefinition definition);
  // The same with the table `source` as it was before all changes from `first_undone` on, or as it
  // is now if that is later. Fails if `source` no longer has the history that it had.
  Result<TablePtr> RestoreTable(const TablePtr& source, const ChangeStamp& first_undone,
                                TableDefinition definition);

  // Forgets the history of tables as far as it is older than the time that they keep it for.
  Status TrimHistories();

  // Before the store becomes another: backups under way are finished, restores under way cut short.
  // The first alone, at leisure, leaves little to wait for to the second, during which nobody uses
  // this.
  void FinishCopies() { copier_.WaitUntilIdle(); }
  void Halt();
  // The store has become another, or could not: the backups are those of the catalog's store now,
  // and so are the restores, which begin anew. Nobody else uses this meanwhile.
  Status Reload() TRESTLE_EXCLUDES(mutex_);
  Snapshots& snapshots() { return snapshots_; }
  // Drops what only backups of snapshots needed that are gone.
  void DropUnusedCopies();

  void WaitUntilIdle();  // for tests

 private:
  struct Entry {
    BackupPtr backup;
    int restores = 0;  // under way
  };
  explicit Backups(Catalog& catalog) : catalog_(catalog), snapshots_(catalog), copier_(1) {}
  Status Load() TRESTLE_EXCLUDES(mutex_);
  Result<std::set<std::string>> UnusedCopies() const TRESTLE_EXCLUDES(mutex_);
  std::string NewId() const;
  Result<BackupPtr> Begin(std::string_view table_name, const NewBackup& backup);
  void MakeCopy();
  Status End(const Backup& backup, const std::string* copy);
  Result<BackupPtr> Use(std::string_view arn) TRESTLE_EXCLUDES(mutex_);
  void EndUse(const std::string& id) TRESTLE_EXCLUDES(mutex_);
  void DropCopyIfUnused(const std::string& copy) TRESTLE_EXCLUDES(mutex_);
  Result<PastTable> OpenBackup(const Backup& backup) const;
  PastTable PastOf(std::uint32_t table_id) const;
  Restorer::Source SourceOf(const BackupPtr& backup);  // that is in use
  Result<Restorer::Source> SourceOf(const RestoreJob& job, const RestoreDefinition& restored);
  // Keeps the job and has the table filled. On an error there is no table.
  Result<TablePtr> Fill(Result<std::unique_ptr<TableFiller>> filler, RestoreJob job,
                        Restorer::Source source);
  Status GoOnWithRestores();
  Status GoOn(const Table& unfinished, const RestoreJob* job);
  Status ForgetRestore(const std::string& table_uuid);

  Catalog& catalog_;
  Snapshots snapshots_;
  mutable Mutex mutex_;
  std::map<std::string, Entry, std::less<>> entries_ TRESTLE_GUARDED_BY(mutex_);  // by id
  std::vector<BackupPtr> waiting_ TRESTLE_GUARDED_BY(mutex_);  // for the next copy
  Restorer restorer_;
  Worker copier_;  // the last members: their threads use the others
};

}  // namespace trestle
