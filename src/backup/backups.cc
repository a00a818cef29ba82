#include "backup/backups.h"

#include <algorithm>
#include <random>
#include <set>
#include <utility>

#include "backup/backup_records.h"
#include "backup/messages.h"
#include "base/log.h"
#include "table/catalog_records.h"
#include "table/key_codec.h"
#include "table/messages.h"

namespace trestle {
namespace {

constexpr std::string_view kCopyPrefix = "backup-";
constexpr Duration kDay = std::chrono::hours(24);
constexpr Duration kKeptAfterDrop = 35 * kDay;

std::string_view IdOf(std::string_view arn) {
  constexpr std::string_view kBackup = "/backup/";
  const std::size_t place = arn.find(kBackup);
  return place == std::string_view::npos ? std::string_view() : arn.substr(place + kBackup.size());
}

BackupPtr With(const Backup& backup, BackupStatus status) {
  Backup changed = backup;
  changed.status = status;
  return std::make_shared<const Backup>(std::move(changed));
}

}  // namespace

Result<std::unique_ptr<Backups>> Backups::Open(Catalog& catalog) {
  std::unique_ptr<Backups> backups(new Backups(catalog));
  TRESTLE_RETURN_IF_ERROR(backups->Load());
  TRESTLE_TRY(const std::set<std::string> unused, backups->UnusedCopies());
  if (!unused.empty()) backups->DropUnusedCopies();
  return backups;
}

Backups::~Backups() = default;

// A backup that has no copy yet will never get it, and one that has lost it is of no use.
Status Backups::Load() {
  Store& store = catalog_.store();
  TRESTLE_TRY(std::vector<Backup> stored, backup_records::ReadBackups(*store.Latest()));
  TRESTLE_TRY(const std::vector<std::string> copies, store.Copies());
  const std::set<std::string> known(copies.begin(), copies.end());
  const std::unique_ptr<WriteBatch> repairs = store.NewBatch();
  std::map<std::string, Entry, std::less<>> entries;
  for (Backup& backup : stored) {
    const bool has_items = backup.copy.empty() || known.contains(backup.copy);
    if (backup.status == BackupStatus::kCreating || !has_items) {
      backup_records::DeleteBackup(backup.id, *repairs);
      continue;
    }
    const std::string id = backup.id;
    entries[id].backup = std::make_shared<const Backup>(std::move(backup));
  }
  {
    const MutexLock lock(mutex_);
    entries_ = std::move(entries);
  }
  if (!repairs->empty()) TRESTLE_RETURN_IF_ERROR(store.Commit(*repairs));
  return GoOnWithRestores();
}

Result<std::set<std::string>> Backups::UnusedCopies() const {
  TRESTLE_TRY(const std::vector<std::string> copies, catalog_.store().Copies());
  std::set<std::string> unused;
  for (const std::string& copy : copies) {
    if (copy.starts_with(kCopyPrefix)) unused.insert(copy);
  }
  const MutexLock lock(mutex_);
  for (const auto& [id, entry] : entries_) unused.erase(entry.backup->copy);
  return unused;
}

void Backups::DropUnusedCopies() {
  copier_.Do([this] {
    const Result<std::set<std::string>> unused = UnusedCopies();
    if (!unused) return LogError("copies stay until the next start: " + unused.error().message);
    for (const std::string& copy : *unused) DropCopyIfUnused(copy);
  });
}

void Backups::Halt() {
  FinishCopies();
  restorer_.Halt();
}

Status Backups::Reload() {
  Status loaded = Load();
  DropUnusedCopies();
  return loaded;
}

// 01763206654123-5f2a9c01
std::string Backups::NewId() const {
  std::string id = std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(
                                      catalog_.clock().Now().time_since_epoch())
                                      .count());
  id.insert(0, 14 - std::min<std::size_t>(14, id.size()), '0');
  id.push_back('-');
  std::random_device random;
  for (int i = 0; i < 8; ++i) id.push_back("0123456789abcdef"[random() & 0xFu]);
  return id;
}

Result<BackupPtr> Backups::Begin(std::string_view table_name, const NewBackup& wanted) {
  TRESTLE_TRY(const TablePtr table, catalog_.Find(table_name));
  const TableStatistics statistics = catalog_.Statistics(*table);
  TRESTLE_TRY(Catalog::BackupPoint point, catalog_.BeginBackup(table_name));
  Backup backup{.id = NewId(),
                .name = wanted.name,
                .type = wanted.type,
                .created = catalog_.clock().Now(),
                .expires = wanted.expires,
                .table = std::move(point.table),
                .items = statistics.items,
                .bytes = statistics.bytes,
                .copy = "",
                .first_undone = point.first_after};
  const std::unique_ptr<WriteBatch> batch = catalog_.store().NewBatch();
  backup_records::PutBackup(backup, *batch);
  if (const auto committed = catalog_.store().Commit(*batch); !committed) {
    TRESTLE_RETURN_IF_ERROR(catalog_.EndBackup(backup.table));
    return tl::unexpected(committed.error());
  }
  const auto shared = std::make_shared<const Backup>(std::move(backup));
  const MutexLock lock(mutex_);
  entries_[shared->id].backup = shared;
  waiting_.push_back(shared);
  return shared;
}

Result<BackupPtr> Backups::Create(std::string_view table_name, const NewBackup& backup) {
  Result<BackupPtr> begun = Begin(table_name, backup);
  if (begun) copier_.Do([this] { MakeCopy(); });
  return begun;
}

Status Backups::CreateOfTables(const NewBackup& backup, std::span<const std::string> only) {
  bool any = false;
  for (const std::string& name : catalog_.List("", catalog_.size())) {
    if (!only.empty() && std::ranges::find(only, name) == only.end()) continue;
    const Result<BackupPtr> begun = Begin(name, backup);
    any = any || begun;
    if (!begun && begun.error().code != ErrorCode::kResourceNotFound) {
      LogWarning("no backup " + backup.name + " of table " + name + ": " + begun.error().message);
    }
  }
  if (any) copier_.Do([this] { MakeCopy(); });
  return {};
}

// One copy serves all backups that wait for one.
void Backups::MakeCopy() {
  std::vector<BackupPtr> waiting;
  {
    const MutexLock lock(mutex_);
    waiting.swap(waiting_);
  }
  if (waiting.empty()) return;
  const std::string copy = std::string(kCopyPrefix).append(waiting.front()->id);
  const Status saved = catalog_.store().SaveCopy(copy);
  if (!saved) LogError("a backup has failed: " + saved.error().message);
  for (const BackupPtr& backup : waiting) {
    if (const Status ended = End(*backup, saved ? &copy : nullptr); !ended) {
      LogError("a backup has failed: " + ended.error().message);
    }
  }
}

// The backup is AVAILABLE in its copy, or there will be none.
Status Backups::End(const Backup& backup, const std::string* copy) {
  TRESTLE_RETURN_IF_ERROR(catalog_.EndBackup(backup.table));
  Backup ended = backup;
  const std::unique_ptr<WriteBatch> batch = catalog_.store().NewBatch();
  if (copy != nullptr) {
    ended.status = BackupStatus::kAvailable;
    ended.copy = *copy;
    backup_records::PutBackup(ended, *batch);
  } else {
    backup_records::DeleteBackup(backup.id, *batch);
  }
  TRESTLE_RETURN_IF_ERROR(catalog_.store().Commit(*batch));
  const MutexLock lock(mutex_);
  if (copy != nullptr) {
    entries_[backup.id].backup = std::make_shared<const Backup>(std::move(ended));
  } else {
    entries_.erase(backup.id);
  }
  return {};
}

Result<TablePtr> Backups::DropTable(std::string_view table_name) {
  TRESTLE_TRY(const TablePtr table, catalog_.Find(table_name));
  const TableStatistics statistics = catalog_.Statistics(*table);
  const TimePoint now = catalog_.clock().Now();
  Backup backup{.id = NewId(),
                .name = table->name() + "$DeletedTableBackup",
                .type = BackupType::kSystem,
                .status = BackupStatus::kAvailable,
                .created = now,
                .expires = now + kKeptAfterDrop,
                .table = {},
                .items = statistics.items,
                .bytes = statistics.bytes,
                .copy = "",
                .first_undone = {.time = TimePoint::max(), .number = 0}};
  const auto keep = [&](const TableDefinition& definition, WriteBatch& batch) {
    backup.table = definition;
    backup_records::PutBackup(backup, batch);
  };
  TRESTLE_TRY(TablePtr dropped, catalog_.Drop(table_name, keep));
  const MutexLock lock(mutex_);
  Entry& entry = entries_[backup.id];
  entry.backup = std::make_shared<const Backup>(std::move(backup));
  return dropped;
}

Result<BackupPtr> Backups::Find(std::string_view arn) const {
  const MutexLock lock(mutex_);
  const auto found = entries_.find(IdOf(arn));
  if (found == entries_.end() || found->second.backup->Arn() != arn) {
    return messages::BackupNotFound(arn);
  }
  return found->second.backup;
}

std::vector<BackupPtr> Backups::All() const {
  const MutexLock lock(mutex_);
  std::vector<BackupPtr> all;
  all.reserve(entries_.size());
  for (const auto& [id, entry] : entries_) all.push_back(entry.backup);
  return all;
}

Result<BackupPtr> Backups::Delete(std::string_view arn) {
  TRESTLE_TRY(const BackupPtr backup, Find(arn));
  {
    const MutexLock lock(mutex_);
    const auto found = entries_.find(backup->id);
    if (found == entries_.end()) return messages::BackupNotFound(arn);
    const Entry& entry = found->second;
    if (entry.restores > 0 || entry.backup->status == BackupStatus::kCreating) {
      return messages::BackupInUse(arn);
    }
    entries_.erase(found);
  }
  Store& store = catalog_.store();
  const std::unique_ptr<WriteBatch> batch = store.NewBatch();
  backup_records::DeleteBackup(backup->id, *batch);
  if (backup->copy.empty()) {
    TRESTLE_RETURN_IF_ERROR(catalog_records::EraseItems(backup->table.id, *store.Latest(), *batch));
  }
  if (const auto committed = store.Commit(*batch); !committed) {
    const MutexLock lock(mutex_);
    entries_[backup->id].backup = backup;
    return tl::unexpected(committed.error());
  }
  if (!backup->copy.empty()) {
    copier_.Do([this, copy = backup->copy] { DropCopyIfUnused(copy); });
  }
  return With(*backup, BackupStatus::kDeleted);
}

void Backups::DropCopyIfUnused(const std::string& copy) {
  {
    const MutexLock lock(mutex_);
    for (const auto& [id, entry] : entries_) {
      if (entry.backup->copy == copy) return;
    }
  }
  if (const Status dropped = snapshots_.DropUnneeded(copy); !dropped) {
    LogError("the copy " + copy + " stays until the next start: " + dropped.error().message);
  }
}

Status Backups::DeleteExpired() {
  const TimePoint now = catalog_.clock().Now();
  for (const BackupPtr& backup : All()) {
    if (!backup->expires || *backup->expires > now) continue;
    const Result<BackupPtr> deleted = Delete(backup->Arn());
    if (deleted) continue;
    const ErrorCode code = deleted.error().code;
    if (code == ErrorCode::kBackupInUse || code == ErrorCode::kBackupNotFound) continue;
    return tl::unexpected(deleted.error());
  }
  return {};
}

void Backups::WaitUntilIdle() {
  copier_.WaitUntilIdle();
  restorer_.WaitUntilIdle();
  copier_.WaitUntilIdle();
}

}  // namespace trestle
