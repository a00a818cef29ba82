#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "exchange/exchange_records.h"
#include "exchange/job_id.h"
#include "storage/store.h"

namespace trestle {

// The jobs of one kind, in memory and in the store. Safe to share between threads.
template <class Job>
class JobList {
 public:
  using Ptr = std::shared_ptr<const Job>;  // shared by the list and those who look at it

  explicit JobList(Store& store) : store_(store) {}

  // Tells of the job from now on, or anew.
  Status Put(Job job) TRESTLE_EXCLUDES(mutex_) {
    const std::unique_ptr<WriteBatch> batch = store_.NewBatch();
    exchange_records::Put(job, *batch);
    if (const auto committed = store_.Commit(*batch); !committed) {
      return tl::unexpected(committed.error());
    }
    Show(std::move(job));
    return {};
  }
  // The same for those who ask now; a crash forgets it.
  void Show(Job job) TRESTLE_EXCLUDES(mutex_) {
    const auto shared = std::make_shared<const Job>(std::move(job));
    const MutexLock lock(mutex_);
    jobs_[shared->id] = shared;
  }
  // Shows a new job, unless its token is one that is still remembered: the job that has it.
  Ptr ShowUnlessRepeated(Job job, TimePoint now) TRESTLE_EXCLUDES(mutex_) {
    const auto shared = std::make_shared<const Job>(std::move(job));
    const MutexLock lock(mutex_);
    if (shared->client_token) {
      if (Ptr earlier = Remembered(*shared->client_token, now)) return earlier;
    }
    jobs_[shared->id] = shared;
    return nullptr;
  }
  void Hide(const std::string& id) TRESTLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    jobs_.erase(id);
  }
  void Clear() TRESTLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    jobs_.clear();
  }
  Status Forget(const Job& job) TRESTLE_EXCLUDES(mutex_) {
    const std::unique_ptr<WriteBatch> batch = store_.NewBatch();
    exchange_records::Delete(job, *batch);
    if (const auto committed = store_.Commit(*batch); !committed) {
      return tl::unexpected(committed.error());
    }
    const MutexLock lock(mutex_);
    jobs_.erase(job.id);
    return {};
  }

  Ptr Find(std::string_view id) const TRESTLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    const auto found = jobs_.find(id);
    return found == jobs_.end() ? nullptr : found->second;
  }
  // The last one whose request had the token, if that is still remembered.
  Ptr FindToken(const std::string& token, TimePoint now) const TRESTLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    return Remembered(token, now);
  }
  std::vector<Ptr> NewestFirst(TimePoint now) const TRESTLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    std::vector<Ptr> all;
    for (auto job = jobs_.rbegin(); job != jobs_.rend(); ++job) {
      if (now < job->second->started + kJobsKept) all.push_back(job->second);
    }
    return all;
  }

 private:
  Ptr Remembered(const std::string& token, TimePoint now) const TRESTLE_REQUIRES(mutex_) {
    for (auto job = jobs_.rbegin(); job != jobs_.rend(); ++job) {
      const Job& one = *job->second;
      if (one.client_token == token && (!one.ended || now < *one.ended + kTokensKept)) {
        return job->second;
      }
    }
    return nullptr;
  }

  Store& store_;
  mutable Mutex mutex_;
  std::map<std::string, Ptr, std::less<>> jobs_ TRESTLE_GUARDED_BY(mutex_);  // by id
};

}  // namespace trestle
