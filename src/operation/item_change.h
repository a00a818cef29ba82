#pragma once

#include <optional>

#include "expression/condition.h"
#include "expression/update.h"
#include "operation/context.h"
#include "operation/parameters.h"
#include "table/table.h"
#include "table/write_set.h"

namespace trestle {

// What PutItem, UpdateItem and DeleteItem do alike, alone and inside a batch or a transaction.
// `before` is the stored item as far as the request looks at it.

// Reads that of the item at `place`.
Result<ItemPart> ReadFor(const Condition& condition, const Update& update, WriteSet& writes,
                         std::size_t place = 0);

// The error of a condition that `before` does not meet, with the item if the caller wants to see
// it.
Status CheckCondition(const Condition& condition, const ItemPart& before,
                      ReturnValuesOnConditionCheckFailure on_failure);

// Gives `holds` on. A write whose condition failed has consumed capacity all the same.
Status ChargedIfFailed(OperationContext& context, const WriteSet& writes, Status holds);

// Gives an item that is to be put the primary key that the table's keeper makes of it, if it has
// none.
Status CompleteKey(OperationContext& context, const Table& table, Item& item);

// Has the table's keeper, if there is one, make of the change of the one item of `writes` what it
// must be. `after` is null for a deletion.
Status KeepOne(OperationContext& context, WriteSet& writes, Item* after,
               Table::Write write = Table::Write::kPut);

// Commits the change of the one item of `writes`, if its indexes have the capacity; what it
// consumed.
Result<ConsumedCapacity> CommitOne(OperationContext& context, WriteSet& writes);

// A put's item, held against everything but its key: its size and its depth.
Status CheckPut(const Item& item);

// Refuses an update that names an attribute of the table's key.
Status CheckSparesKey(const Update& update, const Table& table);

// What the update leaves of `before`, for WriteSet::PutPart: the size and depth of the item checked
// but not its index keys; nothing where it only takes away from an item that is not there. `key` is
// the key that the request names.
Result<std::optional<Item>> Updated(const Update& update, const Item& key, const ItemPart& before);

// Whether two of the addresses are one item. Numbers are compared by value: 1 and 1.0 are the same
// key.
bool RepeatsAnItem(const std::vector<ItemAddress>& addresses);

// The item collection that a write touched: tables with local indexes have them, and callers ask
// for them.
std::optional<ItemCollectionMetrics> CollectionMetrics(const Table& table, const Item& item,
                                                       ReturnItemCollectionMetrics wanted);

}  // namespace trestle
