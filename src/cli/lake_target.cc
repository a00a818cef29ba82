#include "cli/lake_target.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "cli/data_messages.h"
#include "cli/object_store_option.h"
#include "objects/folder_store.h"
#include "remote/aws_environment.h"

namespace trestle {
namespace {

constexpr std::string_view kS3 = "s3://";
constexpr const char* kLockName = "_lock";

// Writes an object twice that must not be there before: the second time at the latest, a server
// that holds conditions refuses it.
Result<bool> HoldsConditions(ObjectStore& store, const ObjectName& name) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    const Result<std::string> put = store.PutIf(name, "", "");
    if (put) continue;
    if (HasS3Code(put.error(), kPreconditionFailed)) return true;
    if (HasS3Code(put.error(), kNotImplemented)) return false;
    return tl::unexpected(put.error());
  }
  return false;
}

}  // namespace

LakeTarget::LakeTarget(LakeTarget&& other) noexcept
    : store_(std::move(other.store_)),
      bucket_(std::move(other.bucket_)),
      prefix_(std::move(other.prefix_)),
      conditional_(other.conditional_),
      lock_(std::exchange(other.lock_, -1)) {}

LakeTarget& LakeTarget::operator=(LakeTarget&& other) noexcept {
  std::swap(store_, other.store_);
  std::swap(bucket_, other.bucket_);
  std::swap(prefix_, other.prefix_);
  std::swap(conditional_, other.conditional_);
  std::swap(lock_, other.lock_);
  return *this;
}

LakeTarget::~LakeTarget() {
  if (lock_ >= 0) close(lock_);
}

Result<LakeTarget> LakeTarget::Open(const LakeTargetOptions& options, const Clock& clock) {
  return options.to.starts_with(kS3) ? OpenBucket(options, clock) : OpenFolder(options.to);
}

// A folder is a bucket of the folder that it lies in.
Result<LakeTarget> LakeTarget::OpenFolder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::filesystem::path path = std::filesystem::canonical(folder, error);
  if (error) return messages::CannotWritePath(folder, error.message());
  if (!path.has_filename()) return messages::NotALakeFolder(folder);
  LakeTarget target;
  TRESTLE_RETURN_IF_ERROR(target.Lock(path.string()));
  auto store = std::make_unique<FolderStore>(path.parent_path().string());
  target.bucket_ = path.filename().string();
  TRESTLE_RETURN_IF_ERROR(store->RemoveUnfinished(target.bucket_));
  target.store_ = std::move(store);
  return target;
}

Status LakeTarget::Lock(const std::string& folder) {
  const std::string path = folder + "/" + kLockName;
  lock_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) return messages::CannotWritePath(path, std::strerror(errno));
  if (flock(lock_, LOCK_EX | LOCK_NB) != 0) return messages::LakeInUse(folder);
  return {};
}

Result<LakeTarget> LakeTarget::OpenBucket(const LakeTargetOptions& options, const Clock& clock) {
  const std::string rest = options.to.substr(kS3.size());
  const std::size_t slash = rest.find('/');
  LakeTarget target;
  target.bucket_ = rest.substr(0, slash);
  if (target.bucket_.empty()) return messages::NoBucketNamed(options.to);
  if (slash != std::string::npos) target.prefix_ = rest.substr(slash + 1);
  if (!target.prefix_.empty() && !target.prefix_.ends_with('/')) target.prefix_.push_back('/');
  const remote::Environment environment = remote::ProcessEnvironment();
  ObjectStoreOptions store;
  store.region = options.region.empty() ? remote::RegionOf(environment) : options.region;
  store.endpoint =
      options.endpoint.empty() ? remote::S3EndpointOf(environment, store.region) : options.endpoint;
  TRESTLE_TRY(target.store_, OpenObjectStore(store, clock));
  const ObjectName lock{.bucket = target.bucket_, .key = target.prefix_ + kLockName};
  TRESTLE_TRY(target.conditional_, HoldsConditions(*target.store_, lock));
  return target;
}

}  // namespace trestle
