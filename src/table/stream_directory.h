#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "stream/stream.h"

namespace trestle {

// The streams by ARN, those of tables that are gone included. Safe to share between threads.
class StreamDirectory {
 public:
  StreamPtr Find(std::string_view arn) const TRESTLE_EXCLUDES(mutex_);  // null if there is none
  // In the order of their ARNs, after `arn`.
  std::vector<StreamPtr> After(std::string_view arn) const TRESTLE_EXCLUDES(mutex_);
  std::vector<StreamPtr> All() const { return After(""); }
  void Put(StreamPtr stream) TRESTLE_EXCLUDES(mutex_);
  void Remove(std::string_view arn) TRESTLE_EXCLUDES(mutex_);

 private:
  mutable Mutex mutex_;
  std::map<std::string, StreamPtr, std::less<>> streams_ TRESTLE_GUARDED_BY(mutex_);
};

}  // namespace trestle
