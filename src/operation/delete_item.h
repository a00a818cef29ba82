#pragma once

#include "operation/put_item.h"

namespace trestle {

struct DeleteItemRequest {
  std::string table_name;
  ParsedItem key;
  ConditionParameters condition;
  SubstitutionParameters substitutions;
  ReturnValues return_values = ReturnValues::kNone;
  ReturnValuesOnConditionCheckFailure on_condition_failure =
      ReturnValuesOnConditionCheckFailure::kNone;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::kNone;
  ReturnItemCollectionMetrics return_item_collection_metrics = ReturnItemCollectionMetrics::kNone;
};

Result<ItemWriteResponse> DeleteItem(OperationContext& context, const DeleteItemRequest& request);

}  // namespace trestle
