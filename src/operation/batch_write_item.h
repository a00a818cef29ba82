#pragma once

#include "operation/context.h"
#include "operation/parameters.h"

namespace trestle {

struct WriteRequest {  // exactly one is given; both or none is the operation's to refuse
  std::optional<ParsedItem> put_item;
  std::optional<ParsedItem> delete_key;
};

struct BatchWriteItemRequest {
  std::vector<std::pair<std::string, std::vector<WriteRequest>>>
      tables;  // in the order of the request
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::kNone;
  ReturnItemCollectionMetrics return_item_collection_metrics = ReturnItemCollectionMetrics::kNone;
};

struct BatchWriteItemResponse {
  std::vector<std::pair<std::string, std::vector<WriteRequest>>> unprocessed;
  std::vector<ConsumedCapacity> consumed;
  std::map<std::string, std::vector<ItemCollectionMetrics>> item_collection_metrics;  // by table
};

Result<BatchWriteItemResponse> BatchWriteItem(OperationContext& context,
                                              BatchWriteItemRequest request);

}  // namespace trestle
