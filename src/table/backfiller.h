#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "table/table.h"

namespace trestle {

class Catalog;

// Fills new indexes with what their tables held before, on a thread of its own: a few items at a
// time, under their locks, so that writers hardly notice. It keeps its place in the store and goes
// on there after a restart. Writers keep up the index from its first moment; whichever of the two
// comes first to an item makes the entry.
class Backfiller {
 public:
  // `catalog` outlives it.
  explicit Backfiller(Catalog& catalog);
  ~Backfiller();
  Backfiller(const Backfiller&) = delete;
  Backfiller& operator=(const Backfiller&) = delete;

  void Wake() TRESTLE_EXCLUDES(mutex_);

 private:
  struct Job {
    TablePtr table;
    std::uint32_t index_id = 0;
  };
  enum class Progress { kMore, kDone };

  void Run();
  void Rest(std::optional<std::chrono::milliseconds> at_most) TRESTLE_EXCLUDES(mutex_);
  bool IsStopping() TRESTLE_EXCLUDES(mutex_);
  std::optional<Job> NextJob() const;
  Status Fill(const Job& job);
  Result<Progress> FillSome(const Job& job);
  Status FillItems(const Table& table, const IndexDefinition& index,
                   const std::vector<std::string>& keys);

  Catalog& catalog_;
  Mutex mutex_;
  std::condition_variable_any changed_;
  bool stopping_ TRESTLE_GUARDED_BY(mutex_) = false;
  bool awake_ TRESTLE_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace trestle
