#include "operation/gate.h"

#include <algorithm>
#include <iterator>
#include <memory>

#include "operation/throttling_messages.h"
#include "table/key_codec.h"
#include "table/table_directory.h"
#include "table/table_state.h"

namespace trestle {
namespace {

// Local indexes use the table's capacity.
const IndexDefinition* MeteredIndex(const Touch& touch) {
  return touch.index != nullptr && !touch.index->local ? touch.index : nullptr;
}

const KeySchema& KeysOf(const Touch& touch) {
  const IndexDefinition* const index = MeteredIndex(touch);
  return index != nullptr ? index->keys : touch.table.keys();
}

// The attributes of the key, encoded; empty if the item lacks one.
std::string EncodedKey(const Item& item,
                       std::initializer_list<const std::vector<KeyAttribute>*> of) {
  Item key;
  for (const std::vector<KeyAttribute>* attributes : of) {
    for (const KeyAttribute& attribute : *attributes) {
      const AttributeValue* const value = item.Find(attribute.name);
      if (value == nullptr) return {};
      key.Set(attribute.name, *value);
    }
  }
  return EncodedItem::From(key).TakeBytes();
}

tl::unexpected<Error> LeaveUnprocessed() {
  Error error = messages::OnDemandCapacityExceeded().value();
  error.detail = std::make_shared<LeftUnprocessed>();
  return tl::unexpected(std::move(error));
}

// As if the table had run out of what it was promised.
tl::unexpected<Error> Throttled(const Touch* touch, bool writes) {
  if (touch == nullptr) return messages::OnDemandCapacityExceeded();
  const TableDefinition& table = touch->table.definition();
  const bool on_demand = table.billing == BillingMode::kPayPerRequest;
  return tl::unexpected(
      ThrottledBy({{.table = table,
                    .index = MeteredIndex(*touch),
                    .access = writes ? Access::kWrite : Access::kRead,
                    .limit = on_demand ? ThroughputLimit::kKeyRangeThroughput
                                       : ThroughputLimit::kProvisionedThroughput}}));
}

}  // namespace

bool TouchesItems(std::string_view operation) {
  constexpr std::string_view kOnItems[] = {"BatchExecuteStatement",
                                           "BatchGetItem",
                                           "BatchWriteItem",
                                           "DeleteItem",
                                           "ExecuteStatement",
                                           "GetItem",
                                           "PutItem",
                                           "Query",
                                           "Scan",
                                           "UpdateItem",
                                           "TransactGetItems",
                                           "TransactWriteItems",
                                           "ExecuteTransaction"};
  return std::find(std::begin(kOnItems), std::end(kOnItems), operation) != std::end(kOnItems);
}

Status Gate::AdmitCall(std::string_view table_name) {
  if (!setup_.faults.Any()) return {};
  return Strike({.operation = setup_.operation, .table_name = TableNameOf(table_name)}, nullptr);
}

Status Gate::Strike(const FaultPoint& point, const Touch* touch) {
  const Faults::Hit hit = setup_.faults.Strike(point);
  delay_ += hit.delay;
  if (!hit.fault) return {};
  switch (*hit.fault) {
    case FaultKind::kThrottle:
      if (touch != nullptr) {
        CountRefusal(*touch, point.writes ? Access::kWrite : Access::kRead);
      }
      return Throttled(touch, point.writes);
    case FaultKind::kUnavailable:
      return messages::ServiceUnavailable();
    case FaultKind::kConflict:
      return messages::TransactionOngoing();
    case FaultKind::kUnprocessed:
      return LeaveUnprocessed();
    case FaultKind::kLatency:
      return {};
    case FaultKind::kInternal:
      break;
  }
  return messages::FaultInjected(std::to_string(hit.id));
}

bool Gate::Counts(const Touch& touch, Counted what) const {
  if (setup_.counts_all) return true;
  const IndexDefinition* const index = MeteredIndex(touch);
  const auto& insights = index != nullptr ? index->insights : touch.table.definition().insights;
  return insights && insights->enabled && (what == Counted::kRefusals || !insights->throttled_only);
}

MeteredUse Gate::UseOf(const Touch& touch, Access access) {
  const IndexDefinition* const index = MeteredIndex(touch);
  MeteredUse use;
  use.index_id = index != nullptr ? index->id : 0;
  use.terms = TermsOf(touch.table.definition(), index);
  use.access = access;
  use.hash = PartitionHashOf(touch.position);
  return use;
}

void Gate::AddKeys(const Touch& touch, MeteredUse& use) {
  if (touch.item == nullptr) return;
  const KeySchema& keys = KeysOf(touch);
  use.partition_key = EncodedKey(*touch.item, {&keys.hash});
  // A table without a sort key has one item in each partition, and is counted by it alone.
  if (!keys.range.empty()) use.item_key = EncodedKey(*touch.item, {&keys.hash, &keys.range});
}

void Gate::CountRefusal(const Touch& touch, Access access) {
  if (!Counts(touch, Counted::kRefusals)) return;
  MeteredUse use = UseOf(touch, access);
  AddKeys(touch, use);
  touch.table.state()->meter.CountRefusal(use, setup_.clock.Now());
}

std::optional<Excess> Gate::ExcessOf(const Touch& touch, Access access) {
  const std::optional<ThroughputLimit> limit =
      touch.table.state()->meter.Refusal(UseOf(touch, access), setup_.clock.Now());
  if (!limit) return std::nullopt;
  CountRefusal(touch, access);
  return Excess{.table = touch.table.definition(),
                .index = MeteredIndex(touch),
                .access = access,
                .limit = *limit};
}

Status Gate::Admit(const Touch& touch, Access access) {
  if (setup_.faults.Any()) {
    TRESTLE_RETURN_IF_ERROR(Strike({.operation = setup_.operation,
                                    .table_name = touch.table.name(),
                                    .table = &touch.table,
                                    .position = touch.position,
                                    .writes = access == Access::kWrite},
                                   &touch));
  }
  if (!setup_.enforces) return {};
  const std::optional<Excess> excess = ExcessOf(touch, access);
  if (excess) return tl::unexpected(ThrottledBy({*excess}));
  return {};
}

void Gate::Charge(const Touch& touch, Access access, double units) {
  const bool counts = Counts(touch, Counted::kAccesses);
  if (!setup_.enforces && !counts) return;
  MeteredUse use = UseOf(touch, access);
  if (counts) AddKeys(touch, use);
  touch.table.state()->meter.Charge(use, units, setup_.clock.Now());
}

Status Gate::AdmitIndexes(const WriteSet& writes, std::size_t place) {
  if (!setup_.enforces) return {};
  std::vector<Excess> excesses;
  for (const WriteSet::Charge& charge : writes.Charges(place, WriteKind::kPlain)) {
    if (charge.index == nullptr) continue;
    const Result<Item> item = EncodedItemView(charge.stored).Decode();
    const Touch touch{.table = *writes.address(place).table,
                      .index = charge.index,
                      .position = charge.position,
                      .item = item ? &*item : nullptr};
    if (const std::optional<Excess> excess = ExcessOf(touch, Access::kWrite)) {
      excesses.push_back(*excess);
    }
  }
  if (excesses.empty()) return {};
  return tl::unexpected(ThrottledBy(excesses));
}

void Gate::ChargeWrite(const WriteSet& writes, std::size_t place, WriteKind kind) {
  for (const WriteSet::Charge& charge : writes.Charges(place, kind)) {
    const Result<Item> item = EncodedItemView(charge.stored).Decode();
    Charge({.table = *writes.address(place).table,
            .index = charge.index,
            .position = charge.position,
            .item = item ? &*item : nullptr},
           Access::kWrite, charge.units);
  }
}

}  // namespace trestle
