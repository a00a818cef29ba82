#include "backup/snapshots.h"

#include <algorithm>
#include <utility>

#include "backup/backup_records.h"
#include "backup/messages.h"
#include "table/catalog.h"

namespace trestle {
namespace {

constexpr std::string_view kCopyPrefix = "snapshot-";
constexpr std::size_t kLongestName = 100;

std::string CopyOf(std::string_view name) { return std::string(kCopyPrefix).append(name); }

bool IsLetterOrDigit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

Status CheckName(std::string_view name) {
  const bool good = !name.empty() && name.size() <= kLongestName && IsLetterOrDigit(name.front()) &&
                    IsLetterOrDigit(name.back()) && std::ranges::all_of(name, [](char c) {
                      return IsLetterOrDigit(c) || c == '-' || c == '_' || c == '.';
                    });
  if (!good || name.ends_with(".tmp")) return messages::BadSnapshotName(name);
  return {};
}

Result<std::vector<std::string>> NamesIn(const Store& store) {
  TRESTLE_TRY(const std::vector<std::string> copies, store.Copies());
  std::vector<std::string> names;
  for (const std::string& copy : copies) {
    if (copy.starts_with(kCopyPrefix)) names.push_back(copy.substr(kCopyPrefix.size()));
  }
  return names;
}

Snapshot Describe(const Catalog& catalog, std::string name) {
  Snapshot snapshot{.name = std::move(name), .created = catalog.clock().Now()};
  for (const std::string& table_name : catalog.List("", catalog.size())) {
    const TablePtr table = catalog.FindInAnyState(table_name);
    if (table == nullptr) continue;
    const TableStatistics held = catalog.Statistics(*table);
    ++snapshot.tables;
    snapshot.items += held.items;
    snapshot.bytes += held.bytes;
  }
  return snapshot;
}

}  // namespace

Store& Snapshots::store() const { return catalog_.store(); }

std::string Snapshots::NewName(const std::vector<std::string>& taken) const {
  for (std::size_t number = taken.size() + 1;; ++number) {
    std::string name = std::to_string(number);
    if (std::ranges::find(taken, name) == taken.end()) return name;
  }
}

Result<Snapshot> Snapshots::Make(std::optional<std::string_view> wanted) {
  if (wanted) TRESTLE_RETURN_IF_ERROR(CheckName(*wanted));
  const MutexLock lock(mutex_);
  TRESTLE_TRY(const std::vector<std::string> taken, NamesIn(store()));
  std::string name = wanted ? std::string(*wanted) : NewName(taken);
  if (std::ranges::find(taken, name) != taken.end()) return messages::SnapshotExists(name);
  Snapshot snapshot = Describe(catalog_, std::move(name));
  const std::unique_ptr<WriteBatch> batch = store().NewBatch();
  backup_records::PutSnapshot(snapshot, *batch);
  TRESTLE_RETURN_IF_ERROR(store().Commit(*batch));
  TRESTLE_RETURN_IF_ERROR(store().SaveCopy(CopyOf(snapshot.name)));
  return snapshot;
}

Result<Snapshots::Known> Snapshots::Look(const std::string& name) const {
  TRESTLE_TRY(const std::shared_ptr<const View> view, store().OpenCopy(CopyOf(name)));
  TRESTLE_TRY(std::optional<Snapshot> snapshot, backup_records::ReadSnapshot(*view));
  TRESTLE_TRY(const std::vector<Backup> backups, backup_records::ReadBackups(*view));
  Known known;
  if (snapshot) known.snapshot = *std::move(snapshot);
  known.snapshot.name = name;
  for (const Backup& backup : backups) {
    if (!backup.copy.empty()) known.copies.insert(backup.copy);
  }
  return known;
}

Status Snapshots::Update() {
  TRESTLE_TRY(const std::vector<std::string> names, NamesIn(store()));
  for (const std::string& name : names) {
    if (known_.contains(name)) continue;
    TRESTLE_TRY(Known known, Look(name));
    known_.emplace(name, std::move(known));
  }
  return {};
}

Result<std::vector<Snapshot>> Snapshots::All() {
  const MutexLock lock(mutex_);
  TRESTLE_RETURN_IF_ERROR(Update());
  std::vector<Snapshot> all;
  for (const auto& [name, known] : known_) all.push_back(known.snapshot);
  return all;
}

Status Snapshots::Drop(std::string_view name) {
  const MutexLock lock(mutex_);
  if (!CheckName(name)) return messages::SnapshotNotFound(name);
  Status dropped = store().DropCopy(CopyOf(name));
  if (!dropped && dropped.error().code == ErrorCode::kResourceNotFound) {
    return messages::SnapshotNotFound(name);
  }
  TRESTLE_RETURN_IF_ERROR(dropped);
  known_.erase(std::string(name));
  return {};
}

Result<std::unique_ptr<Store::Successor>> Snapshots::Prepare(std::string_view name) {
  const MutexLock lock(mutex_);
  if (!CheckName(name)) return messages::SnapshotNotFound(name);
  auto prepared = store().PrepareCopy(CopyOf(name));
  if (!prepared && prepared.error().code == ErrorCode::kResourceNotFound) {
    return messages::SnapshotNotFound(name);
  }
  return prepared;
}

Status Snapshots::DropUnneeded(const std::string& copy) {
  const MutexLock lock(mutex_);
  TRESTLE_RETURN_IF_ERROR(Update());
  for (const auto& [name, known] : known_) {
    if (known.copies.contains(copy)) return {};
  }
  return store().DropCopy(copy);
}

}  // namespace trestle
