#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "storage/store.h"
#include "table/table.h"

namespace trestle {

// A change of what a table (index 0) or one of its indexes holds.
struct CounterChange {
  std::uint32_t index_id = 0;
  std::int64_t items = 0;
  std::int64_t bytes = 0;
};

// Numbers that writers have for themselves, for as long as they keep them. The lowest free one is
// given, so that few are ever in use. Safe to share between threads.
class CounterSlots {
 public:
  static constexpr std::size_t kSlots = 1024;

  class Lease {
   public:
    explicit Lease(CounterSlots& slots) : slots_(slots), slot_(slots.Take()) {}
    ~Lease() { slots_.GiveBack(slot_); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    std::size_t slot() const { return slot_; }

   private:
    CounterSlots& slots_;
    const std::size_t slot_;
  };

 private:
  std::size_t Take();  // waits if all are taken
  void GiveBack(std::size_t slot);

  std::array<std::atomic<std::uint64_t>, kSlots / 64> taken_{};  // a bit for each
};

// How many items and bytes a table and its indexes hold, exact after a crash too: each change is in
// the batch of the write that it counts. Two writers must not commit the same row in another order
// than they counted, so each has a slot, and a stored row, of its own until its commit is done. A
// row holds what its slot sums up to, so it is written and never read, but when the catalog opens;
// the sum over all slots is the answer. Safe to share between threads.
class TableCounters {
 public:
  explicit TableCounters(std::uint32_t table_id) : table_id_(table_id) {}

  // The caller has leased the slot. The row goes into the batch; Undo when its commit fails.
  void Add(std::size_t slot, std::span<const CounterChange> changes, WriteBatch& batch)
      TRESTLE_EXCLUDES(mutex_);
  void Undo(std::size_t slot, std::span<const CounterChange> changes) TRESTLE_EXCLUDES(mutex_);
  // What the table (0) or index holds.
  TableStatistics Read(std::uint32_t index_id) const TRESTLE_EXCLUDES(mutex_);

  // Whether a stored key is that of a counter row.
  static bool IsRow(std::string_view key);
  // The stored rows of a table, and one of them read back.
  static KeyRange RowsOf(std::uint32_t table_id);
  Status Load(std::string_view key, std::string_view row) TRESTLE_EXCLUDES(mutex_);

 private:
  struct Counter {
    std::uint32_t index_id = 0;
    TableStatistics value;
  };
  using Slot = std::vector<Counter>;
  const Slot& Apply(std::size_t slot, std::span<const CounterChange> changes, std::int64_t sign)
      TRESTLE_REQUIRES(mutex_);
  std::string RowKey(std::size_t slot) const;
  static std::string RowBytes(const Slot& slot);

  const std::uint32_t table_id_;
  mutable Mutex mutex_;
  std::vector<Slot> slots_ TRESTLE_GUARDED_BY(mutex_);  // up to the largest in use
};

}  // namespace trestle
