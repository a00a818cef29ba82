#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "operation/context.h"
#include "operation/statement_request.h"
#include "value/capacity.h"
#include "value/encoded_items.h"

namespace trestle {

struct SelectOptions {
  std::optional<std::int64_t> limit = {};
  std::optional<std::string> next_token = {};
};

struct SelectedItems {
  EncodedItems items;
  std::optional<Item> last_evaluated_key;
  std::optional<std::string> next_token;
  ConsumedCapacity consumed;
};

// Runs a SELECT as GetItem if its WHERE names a whole key of the table, as Query, once for each
// partition that it names, or as Scan if it names none. `statement` was prepared from `request`.
Result<SelectedItems> Select(OperationContext& context, const StatementRequest& request,
                             const partiql::BoundStatement& statement,
                             const SelectOptions& options = {});

}  // namespace trestle
