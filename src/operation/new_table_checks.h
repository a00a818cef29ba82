#pragma once

#include "operation/create_table.h"

namespace trestle {

// Holds the parts of a CreateTable request against each other, in the service's order.
Status CheckNewTable(const CreateTableRequest& request);

BillingMode BillingOf(const CreateTableRequest& request);
const std::vector<IndexRequest>& OrNone(const std::optional<std::vector<IndexRequest>>& indexes);

}  // namespace trestle
