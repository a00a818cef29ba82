#include "storage/recoverable_disk.h"

#include <rocksdb/file_system.h>

#include <atomic>
#include <string>
#include <utility>

#include "base/mutex.h"

namespace trestle {
namespace {

using rocksdb::FSWritableFileOwnerWrapper;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

IOStatus Recoverable(IOStatus status) {
  if (status.ok()) return status;
  // RocksDB looks at the code for a lack of space before it looks whether it may try again.
  if (status.IsNoSpace()) status = IOStatus::IOError("No space left on device", status.getState());
  status.SetRetryable(true);
  return status;
}

class RecoverableFile final : public FSWritableFileOwnerWrapper {
 public:
  using FSWritableFileOwnerWrapper::FSWritableFileOwnerWrapper;

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* debug) override {
    return Recoverable(target()->Append(data, options, debug));
  }
  IOStatus Append(const Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo& info, IODebugContext* debug) override {
    return Recoverable(target()->Append(data, options, info, debug));
  }
  IOStatus Close(const IOOptions& options, IODebugContext* debug) override {
    return Recoverable(target()->Close(options, debug));
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override {
    return Recoverable(target()->Sync(options, debug));
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return Recoverable(target()->Fsync(options, debug));
  }
  IOStatus RangeSync(uint64_t offset, uint64_t bytes, const IOOptions& options,
                     IODebugContext* debug) override {
    return Recoverable(target()->RangeSync(offset, bytes, options, debug));
  }
};

class RecoverableLog final : public FSWritableFileOwnerWrapper {
 public:
  using FSWritableFileOwnerWrapper::FSWritableFileOwnerWrapper;

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* debug) override {
    if (!faulty_) Remember(target()->Append(data, options, debug));
    return IOStatus::OK();
  }
  IOStatus Append(const Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo& info, IODebugContext* debug) override {
    if (!faulty_) Remember(target()->Append(data, options, info, debug));
    return IOStatus::OK();
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override {
    if (!faulty_) Remember(target()->Sync(options, debug));
    return Outcome();
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    if (!faulty_) Remember(target()->Fsync(options, debug));
    return Outcome();
  }

 private:
  // The first fault stays: after a failed sync the system may have dropped the pages and call the
  // next sync a success.
  void Remember(IOStatus status) {
    if (status.ok()) return;
    const MutexLock lock(mutex_);
    if (faulty_) return;
    fault_ = Recoverable(std::move(status));
    faulty_ = true;
  }

  IOStatus Outcome() {
    if (!faulty_) return IOStatus::OK();
    const MutexLock lock(mutex_);
    return fault_;
  }

  std::atomic<bool> faulty_ = false;  // read on each commit, without the lock
  Mutex mutex_;
  IOStatus fault_ TRESTLE_GUARDED_BY(mutex_);
};

class RecoverableFolder final : public rocksdb::FSDirectoryWrapper {
 public:
  using FSDirectoryWrapper::FSDirectoryWrapper;

  IOStatus FsyncWithDirOptions(const IOOptions& options, IODebugContext* debug,
                               const rocksdb::DirFsyncOptions& reason) override {
    return Recoverable(FSDirectoryWrapper::FsyncWithDirOptions(options, debug, reason));
  }
};

class RecoverableDisk final : public rocksdb::FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "trestle.RecoverableDisk"; }

  IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* result,
                           IODebugContext* debug) override {
    IOStatus status = target()->NewWritableFile(path, options, result, debug);
    if (!status.ok()) return Recoverable(std::move(status));
    if (path.ends_with(".log")) {
      *result = std::make_unique<RecoverableLog>(std::move(*result));
    } else {
      *result = std::make_unique<RecoverableFile>(std::move(*result));
    }
    return status;
  }

  IOStatus NewDirectory(const std::string& path, const IOOptions& options,
                        std::unique_ptr<rocksdb::FSDirectory>* result,
                        IODebugContext* debug) override {
    IOStatus status = target()->NewDirectory(path, options, result, debug);
    if (!status.ok()) return Recoverable(std::move(status));
    *result = std::make_unique<RecoverableFolder>(std::move(*result));
    return status;
  }

  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& options,
                      IODebugContext* debug) override {
    return Recoverable(target()->RenameFile(from, to, options, debug));
  }
};

}  // namespace

std::shared_ptr<rocksdb::FileSystem> WithRecoverableFaults(
    const std::shared_ptr<rocksdb::FileSystem>& disk) {
  return std::make_shared<RecoverableDisk>(disk);
}

}  // namespace trestle
