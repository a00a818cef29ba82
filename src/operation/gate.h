#pragma once

#include <optional>
#include <string_view>

#include "base/clock.h"
#include "capacity/table_meter.h"
#include "operation/faults.h"
#include "operation/throttling.h"
#include "table/write_set.h"

namespace trestle {

// Where a request touches a table or an index.
struct Touch {
  const Table& table;
  const IndexDefinition* index = nullptr;  // null: the table itself
  std::string_view position;               // a stored key, or the beginning of one
  // Has the key attributes, or those of the partition alone where a partition is read; null for a
  // scan.
  const Item* item = nullptr;
};

// What may stand between a request and its items: capacity that is used up, and faults that were
// asked for. Also counts who uses what. One for each request, if any of it is on; a context without
// one has nobody to ask.
class Gate {
 public:
  struct Setup {
    const Clock& clock;
    Faults& faults;
    std::string_view operation;
    bool enforces = false;    // else capacity is never used up
    bool counts_all = false;  // else only where Contributor Insights are on
  };
  explicit Gate(const Setup& setup) : setup_(setup) {}

  // For a call that is not about items.
  Status AdmitCall(std::string_view table_name);
  // Before an item, a partition or a part of the table is read; what it cost is charged afterwards.
  Status AdmitRead(const Touch& touch) { return Admit(touch, Access::kRead); }
  void ChargeRead(const Touch& touch, double units) { Charge(touch, Access::kRead, units); }
  // Before an item is looked at in order to be written.
  Status AdmitWrite(const Touch& touch) { return Admit(touch, Access::kWrite); }
  // Before the change of one item is committed: an index that cannot follow it refuses it. Charges
  // nothing then.
  Status AdmitIndexes(const WriteSet& writes, std::size_t place);
  // A write whose condition fails costs too, though it has no Put or Delete.
  void ChargeWrite(const WriteSet& writes, std::size_t place, WriteKind kind);

  // How long the answer is to be held back.
  Duration delay() const { return delay_; }

 private:
  Status Admit(const Touch& touch, Access access);
  void Charge(const Touch& touch, Access access, double units);
  Status Strike(const FaultPoint& point, const Touch* touch);
  std::optional<Excess> ExcessOf(const Touch& touch, Access access);
  void CountRefusal(const Touch& touch, Access access);
  enum class Counted { kAccesses, kRefusals };
  bool Counts(const Touch& touch, Counted what) const;
  static MeteredUse UseOf(const Touch& touch, Access access);
  static void AddKeys(const Touch& touch, MeteredUse& use);

  Setup setup_;
  Duration delay_{0};
};

// Whether the operation asks for each item that it touches.
bool TouchesItems(std::string_view operation);

// Beside the error of a member that a fault leaves unprocessed. Unlike a throttled one it never
// fails the batch.
struct LeftUnprocessed : ErrorDetail {};

}  // namespace trestle
