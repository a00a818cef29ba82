#pragma once

#include "expression/update.h"
#include "operation/context.h"
#include "operation/parameters.h"

namespace trestle {

enum class TransactAction { kConditionCheck, kPut, kDelete, kUpdate };

struct TransactWrite {
  TransactAction action = TransactAction::kPut;
  // How many actions the request gave in this place. Over the wire it can be none or several, which
  // the operation refuses in its turn.
  std::size_t actions_given = 1;
  std::string table_name;
  ParsedItem item_or_key;  // Item of Put, Key of the others
  std::optional<std::string> update_expression;
  std::optional<std::string> condition_expression;
  // Of a statement, in place of the expressions.
  std::optional<Update> bound_update = {};
  std::optional<Condition> bound_condition = {};
  bool inserts = false;  // its condition fails because there is an item already
  SubstitutionParameters substitutions;
  ReturnValuesOnConditionCheckFailure on_condition_failure =
      ReturnValuesOnConditionCheckFailure::kNone;
};

// The table in which migrations remember how far they are. A transaction that moves one on may
// write the table that it has replaced, to keep that up to date for a way back.
inline constexpr const char* kMigrationsTable = "trestle-migrations";

struct TransactWriteItemsRequest {
  std::vector<TransactWrite> writes;
  std::optional<std::string> client_request_token;
  std::string
      content_digest;  // of the request without token and Return… members: equal for equal requests
  std::size_t payload_bytes = 0;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::kNone;
  ReturnItemCollectionMetrics return_item_collection_metrics = ReturnItemCollectionMetrics::kNone;
  std::optional<TimePoint> moment = {};  // of who has planned it and its times; never a client's
};

struct TransactWriteItemsResponse {
  std::vector<ConsumedCapacity> consumed;
  std::map<std::string, std::vector<ItemCollectionMetrics>> item_collection_metrics;
};

Result<TransactWriteItemsResponse> TransactWriteItems(OperationContext& context,
                                                      TransactWriteItemsRequest request);

}  // namespace trestle
