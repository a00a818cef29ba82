#pragma once

#include "operation/context.h"
#include "operation/parameters.h"
#include "value/encoded_items.h"

namespace trestle {

struct KeysAndAttributes {
  std::vector<ParsedItem> keys;
  // The keys as the request spells them, made comparable (attributes in name order); filled where a
  // key holds a number, since this operation alone takes 1 and 1.0 for two keys.
  std::vector<std::string> key_spellings;
  ProjectionParameters projection;
  SubstitutionParameters substitutions;  // names only
  bool consistent_read = false;
};

struct BatchGetItemRequest {
  std::vector<std::pair<std::string, KeysAndAttributes>>
      tables;  // by name or ARN, in the order of the request
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::kNone;
};

struct BatchGetItemResponse {
  std::vector<std::pair<std::string, EncodedItems>> responses;
  std::vector<std::pair<std::string, KeysAndAttributes>> unprocessed;
  std::vector<ConsumedCapacity> consumed;
};

Result<BatchGetItemResponse> BatchGetItem(OperationContext& context,
                                          const BatchGetItemRequest& request);

}  // namespace trestle
