#include "storage/data_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>

#include "storage/messages.h"

namespace trestle {
namespace {

namespace fs = std::filesystem;

std::string Describe(int error) { return std::generic_category().message(error); }

// Makes the entries of `folder` durable. A file system that cannot sync a folder is not a fault.
void SyncFolder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

Status MakeFolder(const fs::path& folder) {
  std::error_code error;
  if (fs::is_directory(folder, error)) return {};
  if (fs::exists(folder, error)) return messages::FolderIsNotAFolder(folder.native());
  const fs::path parent = folder.parent_path();
  if (!parent.empty()) TRESTLE_RETURN_IF_ERROR(MakeFolder(parent));
  fs::create_directory(folder, error);
  if (error) return messages::FolderNotMade(folder.native(), error.message());
  SyncFolder(parent.empty() ? fs::path(".") : parent);
  return {};
}

}  // namespace

Status PrepareDataFolder(const std::string& folder) {
  const fs::path path = fs::path(folder).lexically_normal();
  if (path.empty()) return messages::FolderNotMade(folder, "it has no name");
  // A trailing slash makes the last part of a path empty.
  TRESTLE_RETURN_IF_ERROR(MakeFolder(path.has_filename() ? path : path.parent_path()));
  if (::access(folder.c_str(), R_OK | W_OK | X_OK) != 0) {
    return messages::FolderNotWritable(folder, Describe(errno));
  }
  return {};
}

}  // namespace trestle
