#include "table/stream_directory.h"

#include <utility>

namespace trestle {

StreamPtr StreamDirectory::Find(std::string_view arn) const {
  const MutexLock lock(mutex_);
  const auto found = streams_.find(arn);
  return found == streams_.end() ? nullptr : found->second;
}

std::vector<StreamPtr> StreamDirectory::After(std::string_view arn) const {
  const MutexLock lock(mutex_);
  std::vector<StreamPtr> streams;
  for (auto next = streams_.upper_bound(arn); next != streams_.end(); ++next) {
    streams.push_back(next->second);
  }
  return streams;
}

void StreamDirectory::Put(StreamPtr stream) {
  const MutexLock lock(mutex_);
  const std::string& arn = stream->arn;
  streams_[arn] = std::move(stream);
}

void StreamDirectory::Remove(std::string_view arn) {
  const MutexLock lock(mutex_);
  if (const auto found = streams_.find(arn); found != streams_.end()) streams_.erase(found);
}

}  // namespace trestle
