#pragma once

#include "objects/messages.h"
#include "objects/object_store.h"

namespace trestle {

// Where no object store was named: there is no bucket at all.
class NoStore final : public ObjectStore {
 public:
  Result<std::string> Put(const ObjectName&, std::string_view) override { return Nothing(); }
  Result<std::string> Read(const ObjectName&, std::uint64_t, std::size_t) override {
    return Nothing();
  }
  Result<std::vector<ObjectSummary>> List(const std::string&, const std::string&,
                                          std::size_t) override {
    return Nothing();
  }
  Status Delete(const ObjectName&) override { return Nothing(); }

 private:
  static tl::unexpected<Error> Nothing() {
    return messages::NoSuchBucket(
        "start the server with --s3-root DIR, where folders are buckets, or --s3-endpoint URL");
  }
};

}  // namespace trestle
