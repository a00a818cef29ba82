#pragma once

#include "operation/put_item.h"

namespace trestle {

struct UpdateItemRequest {
  std::string table_name;
  ParsedItem key;
  std::optional<std::string> update_expression;
  std::optional<Result<AttributeUpdateMap>> attribute_updates;  // legacy
  std::optional<Update> bound_update = {};  // of a statement, in place of the other two
  ConditionParameters condition;
  SubstitutionParameters substitutions;
  ReturnValues return_values = ReturnValues::kNone;
  ReturnValuesOnConditionCheckFailure on_condition_failure =
      ReturnValuesOnConditionCheckFailure::kNone;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::kNone;
  ReturnItemCollectionMetrics return_item_collection_metrics = ReturnItemCollectionMetrics::kNone;
  std::optional<TimePoint> moment = {};  // of who has planned it and its times; never a client's
};

Result<ItemWriteResponse> UpdateItem(OperationContext& context, const UpdateItemRequest& request);

}  // namespace trestle
