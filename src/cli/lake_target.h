#pragma once

#include <memory>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "cdc/lake.h"
#include "objects/object_store.h"

namespace trestle {

// Where `trestle cdc` writes to.
struct LakeTargetOptions {
  std::string to;        // a folder, or s3://bucket/prefix
  std::string endpoint;  // of S3; empty: the environment decides, or AWS
  std::string region;    // likewise
};

// The opened place of a lake. A folder is made if it is missing, and is this process's alone as
// long as there is one of these. In a bucket, conditions keep writers apart.
class LakeTarget {
 public:
  // `clock` tells the true time and outlives it.
  static Result<LakeTarget> Open(const LakeTargetOptions& options, const Clock& clock);
  LakeTarget(LakeTarget&&) noexcept;
  LakeTarget& operator=(LakeTarget&&) noexcept;
  ~LakeTarget();

  LakePlace Place() const {
    return {.store = *store_, .bucket = bucket_, .prefix = prefix_, .conditional = conditional_};
  }
  // Whether two followers at the same moment cannot both write.
  bool IsGuarded() const { return lock_ >= 0 || conditional_; }

 private:
  LakeTarget() = default;
  static Result<LakeTarget> OpenFolder(const std::string& folder);
  static Result<LakeTarget> OpenBucket(const LakeTargetOptions& options, const Clock& clock);
  Status Lock(const std::string& folder);

  std::unique_ptr<ObjectStore> store_;
  std::string bucket_;
  std::string prefix_;
  bool conditional_ = false;  // the store holds conditions
  int lock_ = -1;             // the descriptor of a locked file
};

}  // namespace trestle
