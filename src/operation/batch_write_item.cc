#include "operation/batch_write_item.h"

#include <algorithm>

#include "operation/consumed.h"
#include "operation/item_change.h"
#include "operation/left_members.h"
#include "operation/messages.h"
#include "table/write_set.h"

namespace trestle {
namespace {

constexpr std::size_t kMaxRequests = 25;

const ParsedItem& Subject(const WriteRequest& write) {
  return write.put_item ? *write.put_item : *write.delete_key;
}

// Everything that the service checks before it looks for a table.
Status CheckRequests(const BatchWriteItemRequest& request) {
  if (request.tables.empty()) return messages::RequestItemsMissing("BatchWriteItem");
  std::size_t count = 0;
  for (const auto& [name, writes] : request.tables) {
    count += writes.size();
    if (count > kMaxRequests) return messages::TooManyItems("BatchWriteItem");
    for (const WriteRequest& write : writes) {
      if (write.put_item && write.delete_key) return messages::WriteRequestHoldsBoth();
      if (!write.put_item && !write.delete_key) return messages::WriteRequestHoldsNone();
      TRESTLE_RETURN_IF_ERROR(CheckWellFormed(Subject(write)));
      if (write.put_item) TRESTLE_RETURN_IF_ERROR(CheckPut(**write.put_item));
    }
  }
  return {};
}

// Unlike PutItem, a batch words a put's key as if the key had been given alone.
Result<ItemKey> CheckedKey(OperationContext& context, const Table& table, WriteRequest& write) {
  if (write.delete_key) return table.KeyOf(**write.delete_key);
  Item& item = **write.put_item;
  TRESTLE_RETURN_IF_ERROR(CompleteKey(context, table, item));
  TRESTLE_TRY(ItemKey key, table.KeyOf(table.KeyAttributes(item)));
  TRESTLE_RETURN_IF_ERROR(table.CheckIndexKeys(item, Table::Write::kPut));
  return key;
}

Result<std::vector<ItemAddress>> CheckedAddresses(OperationContext& context,
                                                  BatchWriteItemRequest& request) {
  std::vector<TablePtr> tables;
  for (const auto& [name, writes] : request.tables) {
    TRESTLE_TRY(TablePtr table, context.catalog.Find(name));
    tables.push_back(std::move(table));
  }
  std::vector<ItemAddress> addresses;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    for (WriteRequest& write : request.tables[i].second) {
      TRESTLE_TRY(ItemKey key, CheckedKey(context, *tables[i], write));
      addresses.push_back({.table = tables[i], .key = std::move(key)});
    }
  }
  return addresses;
}

// Has the keepers of the tables make of the changes what they must be. What stays unprocessed is
// given back as it was kept, which is as good.
Status KeepAll(OperationContext& context, BatchWriteItemRequest& request, WriteSet& writes) {
  bool any = false;
  std::size_t place = 0;
  for (auto& [name, table_writes] : request.tables) {
    for (WriteRequest& write : table_writes) {
      const std::size_t member = place++;
      if (!writes.IsKept(member)) continue;
      any = true;
      const Status kept =
          writes.Keep(member, write.put_item ? &**write.put_item : nullptr, context.now());
      if (kept) continue;
      context.AnswerAfterLatest();
      return kept;
    }
  }
  if (!any) return {};
  std::vector<WriteSet::Refusal> refusals = writes.Settle();
  context.AnswerAfterLatest();
  if (!refusals.empty()) return tl::unexpected(std::move(refusals.front().error));
  return {};
}

void Apply(WriteRequest write, WriteSet& writes, std::size_t place) {
  if (write.put_item) {
    writes.Put(place, **std::move(write.put_item));
  } else {
    writes.Delete(place);
  }
}

// Adds the member's change to `writes`, if there is capacity for it.
Status PassGate(Gate& gate, const WriteRequest& write, WriteSet& writes, std::size_t place) {
  const ItemAddress& address = writes.address(place);
  TRESTLE_RETURN_IF_ERROR(gate.AdmitWrite(
      {.table = *address.table, .position = address.key.bytes, .item = &*Subject(write)}));
  Apply(write, writes, place);
  if (Status admitted = gate.AdmitIndexes(writes, place); !admitted) {
    writes.LeaveAlone(place);
    return admitted;
  }
  gate.ChargeWrite(writes, place, WriteKind::kPlain);
  return {};
}

void AddUnprocessed(const std::string& table_name, WriteRequest write,
                    BatchWriteItemResponse& response) {
  auto& tables = response.unprocessed;
  if (tables.empty() || tables.back().first != table_name) {
    tables.emplace_back(table_name, std::vector<WriteRequest>());
  }
  tables.back().second.push_back(std::move(write));
}

}  // namespace

Result<BatchWriteItemResponse> BatchWriteItem(OperationContext& context,
                                              BatchWriteItemRequest request) {  // NOLINT: emptied
  TRESTLE_RETURN_IF_ERROR(CheckRequests(request));
  TRESTLE_TRY(const std::vector<ItemAddress> addresses, CheckedAddresses(context, request));
  if (RepeatsAnItem(addresses)) return messages::DuplicateKeys();

  BatchWriteItemResponse response;
  WriteSet writes(context.catalog, addresses, context.group);
  TRESTLE_RETURN_IF_ERROR(KeepAll(context, request, writes));
  LeftMembers left;
  std::vector<std::size_t> done;
  std::size_t place = 0;
  for (auto& [name, table_writes] : request.tables) {
    for (WriteRequest& write : table_writes) {
      const std::size_t member = place++;
      if (context.gate) {
        if (const Status passed = PassGate(*context.gate, write, writes, member); !passed) {
          TRESTLE_RETURN_IF_ERROR(left.Leave(passed.error()));
          AddUnprocessed(name, std::move(write), response);
          continue;
        }
      }
      done.push_back(member);
      if (auto metrics = CollectionMetrics(*addresses[member].table, *Subject(write),
                                           request.return_item_collection_metrics)) {
        response.item_collection_metrics[name].push_back(*std::move(metrics));
      }
      if (!context.gate) Apply(std::move(write), writes, member);
    }
  }
  TRESTLE_RETURN_IF_ERROR(left.CheckNotAll(addresses.size()));
  TRESTLE_RETURN_IF_ERROR(writes.Commit());
  context.AnswerAfter(writes.position());
  ConsumedByTable consumed;
  for (const std::size_t member : done) consumed.Add(writes.Cost(member, WriteKind::kPlain));
  response.consumed = std::move(consumed).Take();
  return response;
}

}  // namespace trestle
