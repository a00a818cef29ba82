#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "storage/store.h"
#include "table/key_codec.h"
#include "table/key_space.h"

namespace trestle {

// Written to disk as the second byte of keys of KeySpace::kJob. Append only; never renumber. The
// room exchange/ writes exports and imports, backup/ the others.
enum class JobKind : std::uint8_t {
  kBackup = 1,
  kLastScheduled = 2,
  kExport = 3,
  kImport = 4,
  kSnapshot = 5,
  kRestore = 6
};

inline std::string JobKey(JobKind kind, std::string_view id = {}) {
  return std::string{static_cast<char>(KeySpace::kJob), static_cast<char>(kind)}.append(id);
}

// All of a kind, in the order of their ids.
template <class Job>
Result<std::vector<Job>> ReadJobs(const View& view, JobKind kind,
                                  Result<Job> (*decode)(std::string_view)) {
  std::vector<Job> jobs;
  const std::unique_ptr<Cursor> cursor = view.Range(RangeOfPrefix(JobKey(kind)));
  for (cursor->SeekFirst(); cursor->Valid(); cursor->Next()) {
    TRESTLE_TRY(Job job, decode(cursor->value()));
    jobs.push_back(std::move(job));
  }
  TRESTLE_RETURN_IF_ERROR(cursor->status());
  return jobs;
}

}  // namespace trestle
