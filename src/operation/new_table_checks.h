#pragma once

#include "operation/create_table.h"

namespace trestle {

// Holds the parts of a CreateTable request against each other, in the service's order.
Status CheckNewTable(const CreateTableRequest& request);

// The definition of the table that the request asks for, if it passes these checks.
Result<TableDefinition> NewTable(const CreateTableRequest& request,
                                 const OperationContext& context);

BillingMode BillingOf(const CreateTableRequest& request);
const std::vector<IndexRequest>& OrNone(const std::optional<std::vector<IndexRequest>>& indexes);

}  // namespace trestle
