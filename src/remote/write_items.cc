#include "remote/body.h"
#include "remote/write.h"

// The operations on items.
namespace trestle::remote::write {
namespace {

// What Query and Scan name alike.
template <class Request>
void Page(const Request& request, Body& body) {
  body.Text("TableName", request.table_name);
  body.Optional("IndexName", request.index_name);
  body.Optional("FilterExpression", request.filter_expression);
  body.RefuseBound(request.bound_filter);
  body.Optional("ConditionalOperator", kConditionalOperatorNames, request.conditional_operator);
  body.Projection(request.projection);
  body.Substitutions(request.substitutions);
  body.Optional("Select", kSelectNames, request.select);
  body.Optional("Limit", request.limit);
  if (request.consistent_read) body.Flag("ConsistentRead", true);
  body.Optional("ExclusiveStartKey", request.exclusive_start_key);
  body.Wanted(request.return_consumed_capacity);
}

// What PutItem, UpdateItem and DeleteItem name alike.
template <class Request>
void Write(const Request& request, Body& body) {
  body.Text("TableName", request.table_name);
  body.Condition(request.condition);
  body.Substitutions(request.substitutions);
  body.Wanted(request.return_values);
  body.Wanted(request.on_condition_failure);
  body.Wanted(request.return_consumed_capacity);
  body.Wanted(request.return_item_collection_metrics);
}

std::string_view NameOf(TransactAction action) {
  switch (action) {
    case TransactAction::kConditionCheck:
      return "ConditionCheck";
    case TransactAction::kDelete:
      return "Delete";
    case TransactAction::kUpdate:
      return "Update";
    case TransactAction::kPut:
      break;
  }
  return "Put";
}

void OneWrite(const TransactWrite& write, Body& body) {
  body.RefuseBound(write.bound_update);
  body.RefuseBound(write.bound_condition);
  body.BeginElement();
  body.Begin(NameOf(write.action));
  body.Text("TableName", write.table_name);
  body.Item(write.action == TransactAction::kPut ? "Item" : "Key", write.item_or_key);
  body.Optional("UpdateExpression", write.update_expression);
  body.Optional("ConditionExpression", write.condition_expression);
  body.Substitutions(write.substitutions);
  body.Wanted(write.on_condition_failure);
  body.End();
  body.EndElement();
}

// `consistent` where the operation lets a statement ask for it.
void StatementMembers(const StatementRequest& statement, bool consistent, Body& body) {
  body.Text("Statement", statement.statement);
  if (!statement.parameters) {
    body.Fail(statement.parameters.error());
  } else if (!statement.parameters->empty()) {
    body.BeginList("Parameters");
    for (const AttributeValue& value : *statement.parameters) body.Value(value);
    body.EndList();
  }
  if (consistent && statement.consistent_read) body.Flag("ConsistentRead", true);
  body.Wanted(statement.on_condition_failure);
}

}  // namespace

Result<std::string> GetItem(const GetItemRequest& request) {
  Body body;
  body.Text("TableName", request.table_name);
  body.Item("Key", request.key);
  body.Projection(request.projection);
  body.Substitutions(request.substitutions);
  if (request.consistent_read) body.Flag("ConsistentRead", true);
  body.Wanted(request.return_consumed_capacity);
  return std::move(body).Take();
}

Result<std::string> PutItem(const PutItemRequest& request) {
  Body body;
  body.Item("Item", request.item);
  Write(request, body);
  return std::move(body).Take();
}

Result<std::string> UpdateItem(const UpdateItemRequest& request) {
  Body body;
  body.Item("Key", request.key);
  body.RefuseBound(request.bound_update);
  body.Optional("UpdateExpression", request.update_expression);
  if (request.attribute_updates) {
    if (*request.attribute_updates) {
      body.Updates(**request.attribute_updates);
    } else {
      body.Fail(request.attribute_updates->error());
    }
  }
  Write(request, body);
  return std::move(body).Take();
}

Result<std::string> DeleteItem(const DeleteItemRequest& request) {
  Body body;
  body.Item("Key", request.key);
  Write(request, body);
  return std::move(body).Take();
}

Result<std::string> Query(const QueryRequest& request) {
  Body body;
  Page(request, body);
  body.RefuseBound(request.bound_key_condition);
  body.Optional("KeyConditionExpression", request.key_condition_expression);
  body.Conditions("KeyConditions", request.key_conditions);
  body.Conditions("QueryFilter", request.query_filter);
  if (!request.scan_index_forward) body.Flag("ScanIndexForward", false);
  return std::move(body).Take();
}

Result<std::string> Scan(const ScanRequest& request) {
  Body body;
  Page(request, body);
  body.Conditions("ScanFilter", request.scan_filter);
  body.Optional("Segment", request.segment);
  body.Optional("TotalSegments", request.total_segments);
  return std::move(body).Take();
}

Result<std::string> BatchGetItem(const BatchGetItemRequest& request) {
  Body body;
  body.Begin("RequestItems");
  for (const auto& [table, asked] : request.tables) {
    body.Begin(table);
    body.BeginList("Keys");
    for (const ParsedItem& key : asked.keys) body.Item(key);
    body.EndList();
    body.Projection(asked.projection);
    body.Substitutions(asked.substitutions);
    if (asked.consistent_read) body.Flag("ConsistentRead", true);
    body.End();
  }
  body.End();
  body.Wanted(request.return_consumed_capacity);
  return std::move(body).Take();
}

Result<std::string> BatchWriteItem(const BatchWriteItemRequest& request) {
  Body body;
  body.Begin("RequestItems");
  for (const auto& [table, writes] : request.tables) {
    body.BeginList(table);
    for (const WriteRequest& write : writes) {
      body.BeginElement();
      if (write.put_item) {
        body.Begin("PutRequest");
        body.Item("Item", *write.put_item);
        body.End();
      }
      if (write.delete_key) {
        body.Begin("DeleteRequest");
        body.Item("Key", *write.delete_key);
        body.End();
      }
      body.EndElement();
    }
    body.EndList();
  }
  body.End();
  body.Wanted(request.return_consumed_capacity);
  body.Wanted(request.return_item_collection_metrics);
  return std::move(body).Take();
}

Result<std::string> TransactGetItems(const TransactGetItemsRequest& request) {
  Body body;
  body.BeginList("TransactItems");
  for (const TransactGet& get : request.gets) {
    body.RefuseBound(get.bound_projection);
    body.RefuseBound(get.bound_filter);
    body.BeginElement();
    body.Begin("Get");
    body.Text("TableName", get.table_name);
    body.Item("Key", get.key);
    body.Optional("ProjectionExpression", get.projection_expression);
    body.Substitutions(get.substitutions);
    body.End();
    body.EndElement();
  }
  body.EndList();
  body.Wanted(request.return_consumed_capacity);
  return std::move(body).Take();
}

Result<std::string> TransactWriteItems(const TransactWriteItemsRequest& request) {
  Body body;
  body.BeginList("TransactItems");
  for (const TransactWrite& write : request.writes) OneWrite(write, body);
  body.EndList();
  body.Optional("ClientRequestToken", request.client_request_token);
  body.Wanted(request.return_consumed_capacity);
  body.Wanted(request.return_item_collection_metrics);
  return std::move(body).Take();
}

Result<std::string> ExecuteStatement(const ExecuteStatementRequest& request) {
  Body body;
  StatementMembers(request.statement, true, body);
  body.Optional("Limit", request.limit);
  body.Optional("NextToken", request.next_token);
  body.Wanted(request.return_consumed_capacity);
  return std::move(body).Take();
}

Result<std::string> BatchExecuteStatement(const BatchExecuteStatementRequest& request) {
  Body body;
  body.BeginList("Statements");
  for (const StatementRequest& statement : request.statements) {
    body.BeginElement();
    StatementMembers(statement, true, body);
    body.EndElement();
  }
  body.EndList();
  body.Wanted(request.return_consumed_capacity);
  return std::move(body).Take();
}

Result<std::string> ExecuteTransaction(const ExecuteTransactionRequest& request) {
  Body body;
  body.BeginList("TransactStatements");
  for (const StatementRequest& statement : request.statements) {
    body.BeginElement();
    StatementMembers(statement, false, body);
    body.EndElement();
  }
  body.EndList();
  body.Optional("ClientRequestToken", request.client_request_token);
  body.Wanted(request.return_consumed_capacity);
  return std::move(body).Take();
}

}  // namespace trestle::remote::write
