#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "base/result.h"
#include "storage/store.h"
#include "table/change_stamps.h"
#include "table/counters.h"
#include "table/item_locks.h"

namespace trestle {

class Catalog;
struct TableState;

// The position of a change that still waits for its group: after every commit.
constexpr CommitPosition kNotCommittedYet{std::numeric_limits<std::uint64_t>::max()};

// Gathers the changes of several write sets of one thread and commits them as one batch, so that
// what an event loop reads in one turn costs the store one write. The items' locks are kept until
// then: nobody decides on a change that is not committed yet. That holds for this thread too: a
// write set that needs a lock of its own group has the group committed first. Not shared between
// threads.
class CommitGroup {
 public:
  explicit CommitGroup(Catalog& catalog);  // which outlives it
  ~CommitGroup();                          // what was not committed is forgotten
  CommitGroup(const CommitGroup&) = delete;
  CommitGroup& operator=(const CommitGroup&) = delete;

  // Commits what was gathered; Finish tells how it went. Must come before anything on this thread
  // that takes item locks by itself, as a change of a definition does, or that takes long.
  void Flush();
  // Commits the rest. What the answers to all changes since the last Finish must wait for; or the
  // fault because of which it is unknown which of them will be there.
  Result<CommitPosition> Finish();

 private:
  friend class WriteSet;

  // What the changes add to the counters of one table.
  struct TableCount {
    TableState* state = nullptr;
    std::vector<CounterChange> changes;
    void Add(const CounterChange& change);
  };

  // Afterwards all that the store has of the stripes' items is committed, and stays as it is.
  void Lock(const StripeSet& stripes);
  void Unlock(const StripeSet& stripes);
  // The same for who holds others already: false, without a wait, if somebody has one of them.
  bool TryLockMore(const StripeSet& stripes);

  // A write set puts its changes and their counts in, then leaves its locks, and what else must
  // outlive the commit, to the group.
  WriteBatch& batch() { return *batch_; }
  void Count(TableState& state, const CounterChange& change);
  void Keep(std::shared_ptr<const void> companion) { companions_.push_back(std::move(companion)); }
  void Keep(const StripeSet& stripes) { kept_.Add(stripes); }
  void Joined();
  // The stamps of `count` changes, which the commit will have.
  Result<ChangeStamp> Stamp(std::size_t count);

  Catalog& catalog_;
  std::unique_ptr<WriteBatch> batch_;
  std::vector<TableCount> counts_;
  const CounterSlots::Lease slot_;
  std::vector<std::shared_ptr<const void>> companions_;  // shared with the operations they serve
  StripeSet kept_;
  ChangeStamps::InFlight in_flight_;

  // Since the last Finish.
  Status outcome_;
  CommitPosition position_;
};

}  // namespace trestle
