#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backup/backup.h"
#include "backup/restore_job.h"
#include "backup/snapshot.h"
#include "base/result.h"
#include "storage/store.h"

// What this room keeps in the store. Written to disk: see docs/file-format.md.
namespace trestle::backup_records {

std::string EncodeBackup(const Backup& backup);
Result<Backup> DecodeBackup(std::string_view stored);

void PutBackup(const Backup& backup, WriteBatch& batch);
void DeleteBackup(std::string_view id, WriteBatch& batch);
// All of them, in the order of their ids.
Result<std::vector<Backup>> ReadBackups(const View& view);

// Restores under way.
void PutRestore(const RestoreJob& job, WriteBatch& batch);
void DeleteRestore(std::string_view table_uuid, WriteBatch& batch);
Result<std::vector<RestoreJob>> ReadRestores(const View& view);

// The time on a schedule for which backups were made last. `plan` names the schedule: the
// operator's has no name, those of models have their tables'.
void PutLastScheduled(std::string_view plan, TimePoint time, WriteBatch& batch);
Result<std::optional<TimePoint>> ReadLastScheduled(std::string_view plan, const Store& store);

// In a copy that is a snapshot: which. Elsewhere: the one that was made last of this state.
void PutSnapshot(const Snapshot& snapshot, WriteBatch& batch);
Result<std::optional<Snapshot>> ReadSnapshot(const View& view);

}  // namespace trestle::backup_records
