#include "storage/gradual_removal.h"

#include <fcntl.h>
#include <rocksdb/file_system.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

namespace trestle {
namespace {

constexpr off_t kPiece = 4 << 20;  // about a millisecond

// A file that stays until this ends, also when its last name has gone before.
class HeldFile {
 public:
  explicit HeldFile(const std::string& path)
      : descriptor_(::open(path.c_str(), O_WRONLY | O_CLOEXEC)) {}
  ~HeldFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  HeldFile(const HeldFile&) = delete;
  HeldFile& operator=(const HeldFile&) = delete;

  // Whoever has no name for it can get none either, so what has no names is nobody's.
  void ShrinkIfNameless() const {
    struct stat file {};
    if (descriptor_ < 0 || ::fstat(descriptor_, &file) != 0 || file.st_nlink > 0) return;
    // What cannot be cut off goes at the end, with the rest.
    for (off_t size = file.st_size - kPiece; size > 0; size -= kPiece) {
      if (::ftruncate(descriptor_, size) != 0) return;
    }
  }

 private:
  const int descriptor_;
};

class GradualRemoval final : public rocksdb::FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "trestle.GradualRemoval"; }

  rocksdb::IOStatus DeleteFile(const std::string& path, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override {
    const HeldFile file(path);
    rocksdb::IOStatus status = target()->DeleteFile(path, options, debug);
    if (status.ok()) file.ShrinkIfNameless();
    return status;
  }
};

}  // namespace

std::shared_ptr<rocksdb::FileSystem> WithGradualRemoval(
    const std::shared_ptr<rocksdb::FileSystem>& disk) {
  return std::make_shared<GradualRemoval>(disk);
}

}  // namespace trestle
