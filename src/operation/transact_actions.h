#pragma once

#include <vector>

#include "expression/condition.h"
#include "expression/update.h"
#include "operation/transact_write_items.h"
#include "table/write_set.h"

namespace trestle {

// One action of TransactWriteItems, parsed and held against its table. Borrows from the request.
struct CheckedAction {
  Condition condition;
  Update update;
  ItemAddress address;
};

// Makes all checks of the service that need no look at the items, in its order. Items that are put
// into a kept table are given the key that they lack.
Result<std::vector<CheckedAction>> CheckActions(OperationContext& context,
                                                TransactWriteItemsRequest& request);

// Whether the values of index keys that the item has are of the right types. If so, what is wrong
// with one is its value: the service then refuses the request as a whole, where a wrong type
// cancels the transaction.
bool FitsIndexTypes(const Table& table, const Item& item);

}  // namespace trestle
