#pragma once

#include "operation/context.h"
#include "operation/parameters.h"

namespace trestle {

struct GetItemRequest {
  std::string table_name;
  ParsedItem key;
  ProjectionParameters projection;
  SubstitutionParameters substitutions;  // names only; GetItem has no values
  bool consistent_read = false;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::kNone;
};

struct GetItemResponse {
  std::optional<EncodedItem> item;
  ConsumedCapacity consumed;
};

Result<GetItemResponse> GetItem(OperationContext& context, const GetItemRequest& request);

}  // namespace trestle
