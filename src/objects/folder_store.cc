#include "objects/folder_store.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <random>

#include "auth/md5.h"
#include "objects/messages.h"

namespace trestle {
namespace {

namespace fs = std::filesystem;

// Files that are being written, in the folder of the object that they become.
constexpr std::string_view kUnfinished = ".trestle-unfinished-";

bool IsPlainSegment(std::string_view segment) {
  return !segment.empty() && segment != "." && segment != ".." &&
         segment.find('\0') == std::string_view::npos && !segment.starts_with(kUnfinished);
}

bool IsPlainBucket(std::string_view bucket) {
  return IsPlainSegment(bucket) && bucket.find('/') == std::string_view::npos;
}

bool IsPlainKey(std::string_view key) {
  while (true) {
    const std::size_t end = key.find('/');
    if (!IsPlainSegment(key.substr(0, end))) return false;
    if (end == std::string_view::npos) return true;
    key.remove_prefix(end + 1);
  }
}

// A file's descriptor, closed at the end of its life.
class File {
 public:
  File(const std::string& path, int flags)
      : descriptor_(open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  bool IsOpen() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

bool WriteAll(const File& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file.descriptor(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return fsync(file.descriptor()) == 0;
}

// A file's name, and those of the folders that may have been made for it, last as its bytes do.
bool SyncNames(const fs::path& path, const fs::path& bucket) {
  for (fs::path folder = path.parent_path();; folder = folder.parent_path()) {
    const File opened(folder.string(), O_RDONLY | O_DIRECTORY);
    if (!opened.IsOpen() || fsync(opened.descriptor()) != 0) return false;
    if (folder == bucket || folder == folder.parent_path()) return true;
  }
}

std::string UnfinishedPath(const fs::path& path) {
  std::random_device random;
  return (path.parent_path() / (std::string(kUnfinished) + std::to_string(random()))).string();
}

// Whether something below the folder of this key can have a key that begins with `prefix`.
bool MayHold(std::string_view folder_key, std::string_view prefix) {
  const std::size_t common = std::min(folder_key.size(), prefix.size());
  return folder_key.substr(0, common) == prefix.substr(0, common);
}

}  // namespace

Result<std::string> FolderStore::FolderOf(const std::string& bucket) const {
  if (!IsPlainBucket(bucket)) return messages::NotAnObjectName({bucket, ""});
  const fs::path folder = fs::path(root_) / bucket;
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return messages::NoSuchBucket("there is no folder " + folder.string());
  }
  return folder.string();
}

Result<std::string> FolderStore::PathOf(const ObjectName& name) const {
  TRESTLE_TRY(const std::string folder, FolderOf(name.bucket));
  if (!IsPlainKey(name.key)) return messages::NotAnObjectName(name);
  return folder + "/" + name.key;
}

Result<std::string> FolderStore::Put(const ObjectName& name, std::string_view bytes) {
  TRESTLE_TRY(const std::string path, PathOf(name));
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  const std::string unfinished = UnfinishedPath(path);
  const File file(unfinished, O_WRONLY | O_CREAT | O_EXCL);
  const bool written = file.IsOpen() && WriteAll(file, bytes) &&
                       std::rename(unfinished.c_str(), path.c_str()) == 0 &&
                       SyncNames(path, fs::path(root_) / name.bucket);
  if (!written) {
    const int reason = errno;
    std::remove(unfinished.c_str());
    return messages::CannotWriteFile(path, std::strerror(reason));
  }
  return Md5Hex(Md5(bytes));
}

Result<std::string> FolderStore::Read(const ObjectName& name, std::uint64_t offset,
                                      std::size_t size) {
  TRESTLE_TRY(const std::string path, PathOf(name));
  const File file(path, O_RDONLY);
  if (!file.IsOpen()) {
    if (errno == ENOENT || errno == ENOTDIR) return messages::NoSuchObject(name);
    return messages::CannotReadFile(path, std::strerror(errno));
  }
  std::string bytes(size, '\0');
  std::size_t filled = 0;
  while (filled < size) {
    const ssize_t got = pread(file.descriptor(), bytes.data() + filled, size - filled,
                              static_cast<off_t>(offset + filled));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return messages::CannotReadFile(path, std::strerror(errno));
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  bytes.resize(filled);
  return bytes;
}

Result<std::vector<ObjectSummary>> FolderStore::List(const std::string& bucket,
                                                     const std::string& prefix, std::size_t limit) {
  TRESTLE_TRY(const std::string folder, FolderOf(bucket));
  std::vector<ObjectSummary> found;
  std::error_code error;
  for (auto entry = fs::recursive_directory_iterator(folder, error);
       !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const std::string key = entry->path().string().substr(folder.size() + 1);
    std::error_code ignored;
    if (entry->is_directory(ignored)) {
      if (!MayHold(key + "/", prefix)) entry.disable_recursion_pending();
    } else if (key.starts_with(prefix) && IsPlainKey(key)) {
      found.push_back({.key = key, .bytes = entry->file_size(ignored)});
    }
  }
  if (error) return messages::CannotReadFile(folder, error.message());
  std::sort(found.begin(), found.end(),
            [](const ObjectSummary& a, const ObjectSummary& b) { return a.key < b.key; });
  if (found.size() > limit) found.resize(limit);
  return found;
}

Status FolderStore::RemoveUnfinished(const std::string& bucket) {
  TRESTLE_TRY(const std::string folder, FolderOf(bucket));
  std::error_code error;
  std::vector<fs::path> unfinished;
  for (auto entry = fs::recursive_directory_iterator(folder, error);
       !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (entry->path().filename().string().starts_with(kUnfinished)) {
      unfinished.push_back(entry->path());
    }
  }
  if (error) return messages::CannotReadFile(folder, error.message());
  for (const fs::path& path : unfinished) {
    if (unlink(path.c_str()) != 0 && errno != ENOENT) {
      return messages::CannotWriteFile(path.string(), std::strerror(errno));
    }
  }
  return {};
}

Status FolderStore::Delete(const ObjectName& name) {
  TRESTLE_TRY(const std::string path, PathOf(name));
  if (unlink(path.c_str()) == 0 || errno == ENOENT || errno == ENOTDIR) return {};
  return messages::CannotWriteFile(path, std::strerror(errno));
}

}  // namespace trestle
