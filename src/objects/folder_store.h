#pragma once

#include <string>

#include "objects/object_store.h"

namespace trestle {

// A bucket is a folder under the root, an object a file below it.
class FolderStore final : public ObjectStore {
 public:
  explicit FolderStore(std::string root) : root_(std::move(root)) {}

  Result<std::string> Put(const ObjectName& name, std::string_view bytes) override;
  Result<std::string> Read(const ObjectName& name, std::uint64_t offset, std::size_t size) override;
  Result<std::vector<ObjectSummary>> List(const std::string& bucket, const std::string& prefix,
                                          std::size_t limit) override;
  Status Delete(const ObjectName& name) override;

  // What writers that were killed have left. Only where nobody else writes to the bucket.
  Status RemoveUnfinished(const std::string& bucket);

 private:
  // Where the bucket or the object is; the bucket is there.
  Result<std::string> FolderOf(const std::string& bucket) const;
  Result<std::string> PathOf(const ObjectName& name) const;

  std::string root_;
};

}  // namespace trestle
