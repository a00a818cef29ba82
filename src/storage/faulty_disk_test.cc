#include "storage/faulty_disk.h"

#include <gtest/gtest.h>
#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "storage/store_testing.h"

namespace trestle {

using rocksdb::FileOptions;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;

class FaultyFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  using File = FaultyDisk::File;

  FaultyFileSystem() : FileSystemWrapper(rocksdb::FileSystem::Default()) {}
  const char* Name() const override { return "FaultyFileSystem"; }

  IOStatus NewWritableFile(const std::string& path, const FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* result,
                           IODebugContext* debug) override;
  IOStatus NewDirectory(const std::string& path, const IOOptions& options,
                        std::unique_ptr<rocksdb::FSDirectory>* result,
                        IODebugContext* debug) override;

  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& options,
                      IODebugContext* debug) override {
    const IOStatus status = FileSystemWrapper::RenameFile(from, to, options, debug);
    const std::lock_guard lock(mutex_);
    if (auto moved = files_.extract(from)) {
      moved.key() = moved.mapped()->path = to;
      moved.mapped()->named = true;  // RocksDB syncs the folder after each rename
      files_.erase(to);
      files_.insert(std::move(moved));
    }
    if (to == failing_after_) {
      failing_ = true;
      failing_after_.reset();
    }
    return status;
  }

  IOStatus DeleteFile(const std::string& path, const IOOptions& options,
                      IODebugContext* debug) override {
    const std::lock_guard lock(mutex_);
    files_.erase(path);
    return FileSystemWrapper::DeleteFile(path, options, debug);
  }

  IOStatus CheckWrite() {
    const std::lock_guard lock(mutex_);
    if (dead_) return IOStatus::IOError("the power is off");
    if (full_) return IOStatus::NoSpace("the disk is full");
    return IOStatus::OK();
  }

  // Runs `sync`, and remembers that the bytes written before it are safe.
  IOStatus Sync(File& file, const std::function<IOStatus()>& sync) {
    std::unique_lock lock(mutex_);
    const std::uint64_t covered = file.written;
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return !held_ || dead_; });
    --waiting_;
    if (IOStatus fault = CheckSync(); !fault.ok()) return fault;
    lock.unlock();
    const IOStatus status = sync();
    lock.lock();
    if (dead_) return IOStatus::IOError("the power is off");
    if (status.ok()) file.synced = std::max(file.synced, covered);
    if (status.ok() && file.is_log()) ++log_syncs_;
    return status;
  }

  IOStatus SyncNames(const std::string& folder) {
    const std::lock_guard lock(mutex_);
    if (IOStatus fault = CheckSync(); !fault.ok()) return fault;
    for (auto& [path, tracked] : files_) {
      if (std::filesystem::path(path).parent_path() == folder) tracked->named = true;
    }
    return IOStatus::OK();
  }

  IOStatus CheckSync() const {  // under the lock
    if (dead_) return IOStatus::IOError("the power is off");
    if (failing_) return IOStatus::IOError("the disk does not sync");
    return IOStatus::OK();
  }

  void Wrote(File& file, std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    file.written += bytes;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool full_ = false;
  bool failing_ = false;
  std::optional<std::string> failing_after_;  // a file gets this name
  bool held_ = false;
  bool dead_ = false;
  int waiting_ = 0;  // syncs that are held
  int log_syncs_ = 0;
  std::map<std::string, std::shared_ptr<File>> files_;  // shared with the open file
};

namespace {

class FaultyFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  FaultyFile(std::unique_ptr<rocksdb::FSWritableFile> file, FaultyFileSystem& disk,
             std::shared_ptr<FaultyFileSystem::File> tracked)
      : FSWritableFileOwnerWrapper(std::move(file)), disk_(disk), tracked_(std::move(tracked)) {}

  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  IODebugContext* debug) override {
    if (IOStatus status = disk_.CheckWrite(); !status.ok()) return status;
    disk_.Wrote(*tracked_, data.size());
    return target()->Append(data, options, debug);
  }

  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo&, IODebugContext* debug) override {
    return Append(data, options, debug);
  }

  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override {
    return disk_.Sync(*tracked_, [&] { return target()->Sync(options, debug); });
  }

  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return disk_.Sync(*tracked_, [&] { return target()->Fsync(options, debug); });
  }

 private:
  FaultyFileSystem& disk_;
  std::shared_ptr<FaultyFileSystem::File> tracked_;  // with the disk
};

class FaultyDirectory final : public rocksdb::FSDirectoryWrapper {
 public:
  FaultyDirectory(std::unique_ptr<rocksdb::FSDirectory> directory, FaultyFileSystem& disk,
                  std::string path)
      : FSDirectoryWrapper(std::move(directory)), disk_(disk), path_(std::move(path)) {}

  IOStatus Fsync(const IOOptions&, IODebugContext*) override { return disk_.SyncNames(path_); }

  IOStatus FsyncWithDirOptions(const IOOptions& options, IODebugContext* debug,
                               const rocksdb::DirFsyncOptions&) override {
    return Fsync(options, debug);
  }

 private:
  FaultyFileSystem& disk_;
  const std::string path_;
};

}  // namespace

IOStatus FaultyFileSystem::NewWritableFile(const std::string& path, const FileOptions& options,
                                           std::unique_ptr<rocksdb::FSWritableFile>* result,
                                           IODebugContext* debug) {
  if (IOStatus status = CheckWrite(); !status.ok()) return status;
  std::unique_ptr<rocksdb::FSWritableFile> file;
  IOStatus status = FileSystemWrapper::NewWritableFile(path, options, &file, debug);
  if (!status.ok()) return status;
  auto tracked = std::make_shared<File>();
  tracked->path = path;
  const std::lock_guard lock(mutex_);
  files_[path] = tracked;
  *result = std::make_unique<FaultyFile>(std::move(file), *this, std::move(tracked));
  return status;
}

IOStatus FaultyFileSystem::NewDirectory(const std::string& path, const IOOptions& options,
                                        std::unique_ptr<rocksdb::FSDirectory>* result,
                                        IODebugContext* debug) {
  std::unique_ptr<rocksdb::FSDirectory> directory;
  IOStatus status = FileSystemWrapper::NewDirectory(path, options, &directory, debug);
  if (status.ok()) {
    *result = std::make_unique<FaultyDirectory>(std::move(directory), *this, path);
  }
  return status;
}

FaultyDisk::FaultyDisk()
    : disk_(std::make_shared<FaultyFileSystem>()), env_(rocksdb::NewCompositeEnv(disk_)) {}

FaultyDisk::~FaultyDisk() = default;

void FaultyDisk::SetFull(bool full) {
  const std::lock_guard lock(disk_->mutex_);
  disk_->full_ = full;
}

void FaultyDisk::SetSyncsFailing(bool failing) {
  const std::lock_guard lock(disk_->mutex_);
  disk_->failing_ = failing;
}

void FaultyDisk::FailSyncsAfterRenameTo(std::string path) {
  const std::lock_guard lock(disk_->mutex_);
  disk_->failing_after_ = std::move(path);
}

void FaultyDisk::SetSyncsHeld(bool held) {
  const std::lock_guard lock(disk_->mutex_);
  disk_->held_ = held;
  disk_->changed_.notify_all();
}

void FaultyDisk::WaitUntilSyncHeld() {
  std::unique_lock lock(disk_->mutex_);
  disk_->changed_.wait(lock, [this] { return disk_->waiting_ > 0; });
}

int FaultyDisk::log_syncs() const {
  const std::lock_guard lock(disk_->mutex_);
  return disk_->log_syncs_;
}

void FaultyDisk::LosePower() {
  const std::lock_guard lock(disk_->mutex_);
  disk_->dead_ = true;
  disk_->changed_.notify_all();
}

void FaultyDisk::Forget(const Memory& kept) {
  const std::lock_guard lock(disk_->mutex_);
  for (const auto& [path, tracked] : disk_->files_) {
    if (!std::filesystem::exists(path)) continue;
    if (const std::optional<std::uint64_t> bytes = kept(*tracked)) {
      std::filesystem::resize_file(path, *bytes);
    } else {
      std::filesystem::remove(path);
    }
  }
}

TEST(FaultyDiskTest, ForgetsWhatWasNotSynced) {
  const TemporaryFolder folder;
  FaultyDisk disk;
  rocksdb::FileSystem& files = *disk.env()->GetFileSystem();
  std::unique_ptr<rocksdb::FSWritableFile> file;
  ASSERT_TRUE(files.NewWritableFile(folder / "kept", {}, &file, nullptr).ok());
  std::unique_ptr<rocksdb::FSDirectory> directory;
  ASSERT_TRUE(files.NewDirectory(folder.path(), {}, &directory, nullptr).ok());
  ASSERT_TRUE(directory->FsyncWithDirOptions({}, nullptr, {}).ok());
  ASSERT_TRUE(file->Append("safe", {}, nullptr).ok());
  ASSERT_TRUE(file->Sync({}, nullptr).ok());
  ASSERT_TRUE(file->Append("lost", {}, nullptr).ok());
  std::unique_ptr<rocksdb::FSWritableFile> nameless;
  ASSERT_TRUE(files.NewWritableFile(folder / "nameless", {}, &nameless, nullptr).ok());

  disk.LosePower();
  EXPECT_FALSE(file->Sync({}, nullptr).ok());
  disk.Forget([](const FaultyDisk::File& lost) {
    return lost.named ? std::optional(lost.synced) : std::nullopt;
  });

  EXPECT_EQ(std::filesystem::file_size(folder / "kept"), 4u);
  EXPECT_FALSE(std::filesystem::exists(folder / "nameless"));
}

}  // namespace trestle
