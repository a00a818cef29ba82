#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "table/table.h"

namespace trestle {

class Catalog;

// Deletes the items that have expired, a few at a time and under their locks, so that writers
// hardly notice; what it costs depends on what expires, not on what the tables hold. Before that it
// makes the entries of tables that have just got a time to live. It is a chore of the housekeeper
// from the first table with a time to live on.
class Expirer {
 public:
  explicit Expirer(Catalog& catalog) : catalog_(catalog) {}  // which outlives it

  // Before anything else uses the catalog, or under all item locks.
  void Start();

 private:
  // Of the instants at which items expire: both ends are due.
  struct Span {
    TimePoint first;
    TimePoint last;
  };
  enum class Progress { kMore, kDone };

  Status Run();
  std::vector<TablePtr> Tables() const;
  Status Fill(const Table& table);
  Result<Progress> FillSome(const Table& table);
  Status ExpireAll(const std::vector<TablePtr>& tables, TimePoint now);
  // These answer what readers must wait for to see it.
  Result<CommitPosition> Expire(const TablePtr& table, const Span& due);
  Result<CommitPosition> Delete(const TablePtr& table, const Span& due,
                                const std::vector<std::string>& entries);

  Catalog& catalog_;
  bool started_ = false;
  std::optional<TimePoint> last_run_;
};

}  // namespace trestle
