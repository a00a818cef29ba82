#include "storage/store_folder.h"

#include <rocksdb/env.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "storage/data_folder.h"
#include "storage/gradual_removal.h"
#include "storage/messages.h"
#include "storage/recoverable_disk.h"

namespace trestle {
namespace {

// Written to disk: see docs/file-format.md.
constexpr std::string_view kLock = "trestle.lock";
constexpr std::string_view kLive = "trestle.live";
constexpr std::string_view kLivePrefix = "live-";

std::unique_ptr<rocksdb::Env> EnvOf(rocksdb::Env& disk, bool in_memory) {
  if (in_memory) return std::unique_ptr<rocksdb::Env>(rocksdb::NewMemEnv(&disk));
  return rocksdb::NewCompositeEnv(WithRecoverableFaults(WithGradualRemoval(disk.GetFileSystem())));
}

std::string Within(const std::string& folder, const std::string& name) {
  std::string path = folder;
  path.append("/").append(name);
  return path;
}

Status OutcomeOf(const rocksdb::Status& status, std::string_view path) {
  if (status.ok()) return {};
  return messages::FolderNotChanged(path, status.ToString());
}

// The number of "live-7", or 0.
int NumberOf(std::string_view name) {
  if (!name.starts_with(kLivePrefix)) return 0;
  int number = 0;
  const char* const end = name.data() + name.size();
  const auto parsed = std::from_chars(name.data() + kLivePrefix.size(), end, number);
  return parsed.ec == std::errc() && parsed.ptr == end ? number : 0;
}

// Whether RocksDB made the file: other files in the folder are left alone.
bool IsOfADatabase(std::string_view name) {
  const bool numbered = !name.empty() && name.front() >= '0' && name.front() <= '9';
  for (const std::string_view ending : {".sst", ".log", ".dbtmp"}) {
    if (numbered && name.ends_with(ending)) return true;
  }
  for (const std::string_view start : {"MANIFEST-", "OPTIONS-", "LOG.old."}) {
    if (name.starts_with(start)) return true;
  }
  return name == "CURRENT" || name == "IDENTITY" || name == "LOCK" || name == "LOG";
}

}  // namespace

StoreFolder::StoreFolder(std::string path, std::unique_ptr<rocksdb::Env> env)
    : path_(std::move(path)), env_(std::move(env)) {}

StoreFolder::~StoreFolder() {
  if (lock_ != nullptr) env_->UnlockFile(lock_).PermitUncheckedError();
}

Result<std::shared_ptr<StoreFolder>> StoreFolder::Open(rocksdb::Env& disk,
                                                       const StoreOptions& options) {
  if (!options.in_memory) TRESTLE_RETURN_IF_ERROR(PrepareDataFolder(options.folder));
  std::shared_ptr<StoreFolder> folder(new StoreFolder(
      options.in_memory ? "/memory" : options.folder, EnvOf(disk, options.in_memory)));
  TRESTLE_RETURN_IF_ERROR(folder->Lock());
  folder->RemoveLeftovers();
  return folder;
}

// A lock of our own, beside that of RocksDB, which would first rotate the log of the server that
// holds the folder.
Status StoreFolder::Lock() {
  env_->CreateDirIfMissing(path_).PermitUncheckedError();  // in memory
  const std::string file = PathOf(kLock);
  const rocksdb::Status status = env_->LockFile(file, &lock_);
  if (status.ok()) return {};
  if (status.IsNoSpace() || ::access(file.c_str(), W_OK) != 0) {
    return messages::FolderNotWritable(path_, status.ToString());
  }
  return messages::FolderInUse(path_);
}

void StoreFolder::RemoveLeftovers() {
  const Result<std::string> live = LiveName();
  if (!live) return;  // the opening of the database will say so
  for (const std::string& name : NamesIn(path_)) {
    const int number = NumberOf(name);
    last_live_ = std::max<int>(last_live_, number);
    if (number != 0 && name != *live) RemoveDatabase(PathOf(name));
  }
  if (*live != ".") RemoveDatabase(path_);
  for (const std::string& name : NamesIn(CopiesPath())) {
    if (name.ends_with(kUnfinished)) RemoveDatabase(CopiesPath() + "/" + name);
  }
}

Result<std::string> StoreFolder::LiveName() const {
  const std::string file = PathOf(kLive);
  if (!Exists(file)) return ".";
  std::string name;
  const rocksdb::Status status = rocksdb::ReadFileToString(env_.get(), file, &name);
  if (!status.ok()) return messages::StoreNotOpened(path_, status.ToString());
  if (name == ".\n") return ".";
  if (name.ends_with('\n')) name.pop_back();
  // Not to be taken for a new store.
  if (NumberOf(name) == 0 || !Exists(PathOf(name) + "/CURRENT")) {
    return messages::LiveFolderMissing(file, name);
  }
  return name;
}

Status StoreFolder::WriteLiveName(const std::string& name) const {
  const std::string file = PathOf(kLive);
  const std::string unfinished = file + std::string(kUnfinished);
  rocksdb::Status status =
      rocksdb::WriteStringToFile(env_.get(), name + "\n", unfinished, /*should_sync=*/true);
  if (status.ok()) status = env_->RenameFile(unfinished, file);
  TRESTLE_RETURN_IF_ERROR(OutcomeOf(status, file));
  return Sync(path_);
}

Status StoreFolder::SetLiveName(const std::string& name) {
  const MutexLock lock(live_mutex_);
  std::string before;
  if (wanted_live_) {
    before = *wanted_live_;
  } else {
    TRESTLE_TRY(before, LiveName());
  }
  Status outcome = WriteLiveName(name);
  if (outcome) {
    wanted_live_.reset();
    unsettled_ = false;
  } else {
    // The name may have changed without being safe: back to what the caller goes on with.
    static_cast<void>(GoBackTo(before));
  }
  return outcome;
}

Status StoreFolder::SettleLiveName() {
  if (!unsettled_) return {};
  const MutexLock lock(live_mutex_);
  if (!wanted_live_) return {};
  return GoBackTo(std::string(*wanted_live_));
}

Status StoreFolder::GoBackTo(const std::string& name) {
  Status outcome = WriteLiveName(name);
  wanted_live_ = outcome ? std::nullopt : std::optional(name);
  unsettled_ = wanted_live_.has_value();
  return outcome;
}

std::string StoreFolder::NewLiveName() {
  return std::string(kLivePrefix) + std::to_string(++last_live_);
}

std::string StoreFolder::PathOf(std::string_view name) const {
  return name == "." ? path_ : path_ + "/" + std::string(name);
}

bool StoreFolder::Exists(const std::string& path) const { return env_->FileExists(path).ok(); }

std::vector<std::string> StoreFolder::NamesIn(const std::string& path) const {
  std::vector<std::string> names;
  env_->GetChildren(path, &names).PermitUncheckedError();
  std::erase_if(names, [](const std::string& name) { return name == "." || name == ".."; });
  std::sort(names.begin(), names.end());
  return names;
}

Status StoreFolder::Make(const std::string& path) const {
  if (Exists(path)) return {};
  TRESTLE_RETURN_IF_ERROR(OutcomeOf(env_->CreateDirIfMissing(path), path));
  return Sync(path.substr(0, path.rfind('/')));
}

Status StoreFolder::Sync(const std::string& path) const {
  std::unique_ptr<rocksdb::Directory> directory;
  rocksdb::Status status = env_->NewDirectory(path, &directory);
  if (status.ok()) status = directory->Fsync();
  return OutcomeOf(status, path);
}

// RocksDB changes no file that it finds when it opens a database: it makes new ones and removes
// the old names.
Status StoreFolder::Link(const std::string& from, const std::string& to) const {
  TRESTLE_RETURN_IF_ERROR(Make(to));
  for (const std::string& name : NamesIn(from)) {
    const std::string path = Within(to, name);
    TRESTLE_RETURN_IF_ERROR(OutcomeOf(env_->LinkFile(Within(from, name), path), path));
  }
  return Sync(to);
}

Status StoreFolder::Rename(const std::string& from, const std::string& to) const {
  TRESTLE_RETURN_IF_ERROR(OutcomeOf(env_->RenameFile(from, to), from));
  return Sync(to.substr(0, to.rfind('/')));
}

void StoreFolder::RemoveDatabase(const std::string& path) const {
  for (const std::string& name : NamesIn(path)) {
    if (IsOfADatabase(name)) env_->DeleteFile(Within(path, name)).PermitUncheckedError();
  }
  if (path != path_) env_->DeleteDir(path).PermitUncheckedError();
}

}  // namespace trestle
