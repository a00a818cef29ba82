#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace trestle {

struct ObjectName {
  std::string bucket;
  std::string key;
};

struct ObjectSummary {
  std::string key;
  std::uint64_t bytes = 0;
  friend bool operator==(const ObjectSummary&, const ObjectSummary&) = default;
};

// Errors of this room carry it: S3's own name for what went wrong, such as NoSuchBucket.
struct ObjectFailure final : ErrorDetail {
  explicit ObjectFailure(std::string code_of_s3) : s3_code(std::move(code_of_s3)) {}
  std::string s3_code;
};

// Its codes that are acted upon.
inline constexpr std::string_view kNoSuchKey = "NoSuchKey";
inline constexpr std::string_view kPreconditionFailed = "PreconditionFailed";
inline constexpr std::string_view kNotImplemented = "NotImplemented";
// Whether it is an error of this room with that code.
inline bool HasS3Code(const Error& error, std::string_view code) {
  const auto* failure = dynamic_cast<const ObjectFailure*>(error.detail.get());
  return failure != nullptr && failure->s3_code == code;
}

// Objects by bucket and key. Safe to share between threads. Calls block.
class ObjectStore {
 public:
  virtual ~ObjectStore() = default;

  // Writes the whole object, over the one that may be there. Returns its entity tag.
  virtual Result<std::string> Put(const ObjectName& name, std::string_view bytes) = 0;
  // The same, if the object that is there has this tag or, with an empty one, if none is there;
  // otherwise an ObjectFailure kPreconditionFailed. A store that knows no conditions takes no
  // notice of it.
  virtual Result<std::string> PutIf(const ObjectName& name, std::string_view bytes,
                                    const std::string& tag) {
    static_cast<void>(tag);
    return Put(name, bytes);
  }
  // What PutIf calls the object that is there; empty if there is none, or no conditions are known.
  virtual Result<std::string> TagOf(const ObjectName& name) {
    static_cast<void>(name);
    return std::string();
  }
  // Up to `size` bytes from `offset` on; fewer at the object's end, none behind it.
  virtual Result<std::string> Read(const ObjectName& name, std::uint64_t offset,
                                   std::size_t size) = 0;
  // The objects whose keys begin with `prefix`, in order of the keys, at most `limit`.
  virtual Result<std::vector<ObjectSummary>> List(const std::string& bucket,
                                                  const std::string& prefix, std::size_t limit) = 0;
  // That there is no such object is no error.
  virtual Status Delete(const ObjectName& name) = 0;

  // The same objects, for calls that end with an error soon after `given_up` says yes; null where
  // no call takes long. What it is asked of outlives it.
  // By value, since an override keeps it. NOLINTNEXTLINE(performance-unnecessary-value-param)
  virtual std::unique_ptr<ObjectStore> GivingUpWhen(std::function<bool()> /*given_up*/) {
    return nullptr;
  }
};

}  // namespace trestle
