#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "storage/store.h"
#include "table/item_locks.h"
#include "table/table.h"

namespace trestle {

// A change of what a table (index 0) or one of its indexes holds.
struct CounterChange {
  std::uint32_t index_id = 0;
  std::int64_t items = 0;
  std::int64_t bytes = 0;
};

// How many items and bytes a table and its indexes hold, exact after a crash too: each change is in
// the batch of the write that it counts. To keep writers apart there is a slot, and a stored row,
// for each stripe of the item locks, and the holder of a stripe owns the slot. A row holds what its
// slot sums up to, so it is written and never read, but when the catalog opens; the sum over all
// slots is the answer.
class TableCounters {
 public:
  explicit TableCounters(std::uint32_t table_id) : table_id_(table_id) {}

  // The caller holds the stripe `slot`. The row goes into the batch; Undo when its commit fails.
  void Add(std::size_t slot, std::span<const CounterChange> changes, WriteBatch& batch);
  void Undo(std::size_t slot, std::span<const CounterChange> changes);
  // What the slot adds to the count of the table (0) or index. The caller holds the stripe.
  TableStatistics Read(std::size_t slot, std::uint32_t index_id) const;

  // The stored rows of a table, and one of them read back.
  static KeyRange RowsOf(std::uint32_t table_id);
  Status Load(std::string_view key, std::string_view row);

 private:
  struct Counter {
    std::uint32_t index_id = 0;
    TableStatistics value;
  };
  using Slot = std::vector<Counter>;
  void Apply(std::size_t slot, std::span<const CounterChange> changes, std::int64_t sign);
  std::string RowKey(std::size_t slot) const;
  static std::string RowBytes(const Slot& slot);

  const std::uint32_t table_id_;
  std::array<std::unique_ptr<Slot>, StripeSet::kStripes> slots_;  // each guarded by its stripe
};

}  // namespace trestle
