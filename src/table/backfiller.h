#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/background_thread.h"
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

  void Wake() { thread_.Wake(); }

 private:
  struct Job {
    TablePtr table;
    std::uint32_t index_id = 0;
  };
  enum class Progress { kMore, kDone, kMustWait };

  BackgroundThread::Rest Turn();
  std::optional<Job> NextJob() const;
  Result<Progress> Fill(const Job& job);
  Result<Progress> FillSome(const Job& job);
  Status FillItems(const Table& table, const IndexDefinition& index,
                   const std::vector<std::string>& keys);

  Catalog& catalog_;
  BackgroundThread thread_;
};

}  // namespace trestle
