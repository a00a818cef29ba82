#pragma once

#include "operation/context.h"
#include "operation/parameters.h"

namespace trestle {

struct PutItemRequest {
  std::string table_name;
  ParsedItem item;
  ConditionParameters condition;
  SubstitutionParameters substitutions;
  ReturnValues return_values = ReturnValues::kNone;
  ReturnValuesOnConditionCheckFailure on_condition_failure =
      ReturnValuesOnConditionCheckFailure::kNone;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::kNone;
  ReturnItemCollectionMetrics return_item_collection_metrics = ReturnItemCollectionMetrics::kNone;
  std::optional<TimePoint> moment = {};  // of who has planned it and its times; never a client's
};

// Of PutItem, UpdateItem and DeleteItem.
struct ItemWriteResponse {
  std::optional<EncodedItem> attributes;
  ConsumedCapacity consumed;
  std::optional<ItemCollectionMetrics> item_collection_metrics;
};

Result<ItemWriteResponse> PutItem(OperationContext& context, PutItemRequest request);

}  // namespace trestle
