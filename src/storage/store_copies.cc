#include "storage/store_copies.h"

#include <rocksdb/db.h>
#include <rocksdb/utilities/checkpoint.h>

#include <algorithm>
#include <utility>

#include "storage/messages.h"
#include "storage/rocks_database.h"
#include "storage/rocks_view.h"
#include "storage/store_folder.h"

namespace trestle {
namespace {

constexpr std::size_t kLongestName = 200;

bool IsLetterOrDigit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

Status CheckName(std::string_view name) {
  const bool good = !name.empty() && name.size() <= kLongestName && IsLetterOrDigit(name.front()) &&
                    !name.ends_with(StoreFolder::kUnfinished) &&
                    std::ranges::all_of(name, [](char c) {
                      return IsLetterOrDigit(c) || c == '-' || c == '_' || c == '.';
                    });
  if (!good) return messages::BadCopyName(name);
  return {};
}

rocksdb::Status MakeCheckpoint(rocksdb::DB& db, const std::string& path) {
  rocksdb::Checkpoint* raw = nullptr;
  const rocksdb::Status status = rocksdb::Checkpoint::Create(&db, &raw);
  if (!status.ok()) return status;
  const std::unique_ptr<rocksdb::Checkpoint> checkpoint(raw);
  // What is in memory goes to a table file first, so a copy has hardly a log to replay, and in
  // memory, where there is no log, it is whole.
  return checkpoint->CreateCheckpoint(path, /*log_size_for_flush=*/0);
}

}  // namespace

StoreCopies::StoreCopies(std::shared_ptr<const StoreFolder> folder, RocksOpener opener)
    : folder_(std::move(folder)), opener_(std::move(opener)) {}

std::string StoreCopies::PathOf(std::string_view name) const {
  return folder_->CopiesPath() + "/" + std::string(name);
}

Status StoreCopies::Save(const RocksDatabase& database, std::string_view name) {
  TRESTLE_RETURN_IF_ERROR(CheckName(name));
  const std::string path = PathOf(name);
  const MutexLock lock(mutex_);
  if (folder_->Exists(path)) return messages::CopyExists(name);
  TRESTLE_RETURN_IF_ERROR(folder_->Make(folder_->CopiesPath()));
  Status outcome;
  if (const rocksdb::Status made = MakeCheckpoint(database.db(), path); !made.ok()) {
    outcome = messages::CopyNotMade(name, made.ToString());
  }
  if (outcome) outcome = folder_->Sync(folder_->CopiesPath());
  if (!outcome) {
    // Not under its name: a crash would leave a part of it that looks like a copy.
    const std::string unfinished = path + std::string(StoreFolder::kUnfinished);
    static_cast<void>(folder_->Rename(path, unfinished));
    folder_->RemoveDatabase(unfinished);
  }
  return outcome;
}

Result<std::string> StoreCopies::Find(std::string_view name) const {
  TRESTLE_RETURN_IF_ERROR(CheckName(name));
  std::string path = PathOf(name);
  if (!folder_->Exists(path)) return messages::CopyNotFound(name);
  return path;
}

Result<std::shared_ptr<const View>> StoreCopies::Open(std::string_view name) {
  const MutexLock lock(mutex_);
  TRESTLE_TRY(const std::string path, Find(name));
  std::weak_ptr<const RocksDatabase>& known = open_[std::string(name)];
  std::shared_ptr<const RocksDatabase> database = known.lock();
  if (database == nullptr) {
    TRESTLE_TRY(database, opener_.OpenForReading(path));
    known = database;
  }
  return std::make_shared<RocksView>(std::move(database));
}

Status StoreCopies::Drop(std::string_view name) {
  const MutexLock lock(mutex_);
  TRESTLE_TRY(const std::string path, Find(name));
  if (const auto known = open_.find(name); known != open_.end()) {
    if (!known->second.expired()) return messages::CopyInUse(name);
    open_.erase(known);
  }
  const std::string unfinished = path + std::string(StoreFolder::kUnfinished);
  TRESTLE_RETURN_IF_ERROR(folder_->Rename(path, unfinished));
  folder_->RemoveDatabase(unfinished);
  return {};
}

std::vector<std::string> StoreCopies::Names() const {
  std::vector<std::string> names = folder_->NamesIn(folder_->CopiesPath());
  std::erase_if(names, [](const std::string& name) { return !CheckName(name); });
  return names;
}

Status StoreCopies::LinkTo(const std::string& path, std::string_view name) {
  const MutexLock lock(mutex_);
  TRESTLE_TRY(const std::string from, Find(name));
  return folder_->Link(from, path);
}

}  // namespace trestle
