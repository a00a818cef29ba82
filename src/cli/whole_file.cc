#include "cli/whole_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/data_messages.h"

namespace trestle {
namespace {

bool WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return fsync(file) == 0;
}

// A rename is on disk when its folder is.
bool SyncFolderOf(const std::string& path) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  const int folder =
      open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return false;
  const bool synced = fsync(folder) == 0;
  close(folder);
  return synced;
}

}  // namespace

Status WriteWholeFile(const std::string& path, std::string_view bytes) {
  const std::string unfinished = path + std::string(kUnfinishedSuffix);
  const int file = open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return messages::CannotWritePath(path, std::strerror(errno));
  bool done = WriteAll(file, bytes);
  const int reason = errno;
  close(file);
  if (!done) return messages::CannotWritePath(path, std::strerror(reason));
  done = std::rename(unfinished.c_str(), path.c_str()) == 0 && SyncFolderOf(path);
  if (!done) return messages::CannotWritePath(path, std::strerror(errno));
  return {};
}

Result<std::string> ReadWholeFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file) return messages::CannotReadPath(path, std::strerror(errno));
  return bytes;
}

}  // namespace trestle
