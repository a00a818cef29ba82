#include <map>
#include <memory>
#include <utility>

#include "remote/read.h"
#include "remote/remote_error.h"

// Answers of the operations on items.
namespace trestle::remote::read {
namespace {

std::map<std::string, double> IndexUnits(const Answer& in, std::string_view name) {
  std::map<std::string, double> units;
  for (const Answer::Entry& entry : in.Entries(name)) {
    units[entry.name] = Answer(entry.value).Decimal("CapacityUnits");
  }
  return units;
}

ConsumedCapacity OneConsumed(const Answer& in) {
  ConsumedCapacity consumed;
  consumed.table_name = in.Text("TableName");
  const std::optional<Answer> table = in.Object("Table");
  consumed.table = table ? table->Decimal("CapacityUnits") : in.Decimal("CapacityUnits");
  consumed.local_indexes = IndexUnits(in, "LocalSecondaryIndexes");
  consumed.global_indexes = IndexUnits(in, "GlobalSecondaryIndexes");
  if (in.Has("ReadCapacityUnits")) consumed.report = ConsumedCapacity::Report::kRead;
  if (in.Has("WriteCapacityUnits")) consumed.report = ConsumedCapacity::Report::kWrite;
  return consumed;
}

ConsumedCapacity Consumed(const Answer& in) {
  const std::optional<Answer> consumed = in.Object("ConsumedCapacity");
  return consumed ? OneConsumed(*consumed) : ConsumedCapacity();
}

std::vector<ConsumedCapacity> ConsumedOfTables(const Answer& in) {
  std::vector<ConsumedCapacity> tables;
  for (const Json& element : in.List("ConsumedCapacity")) {
    tables.push_back(OneConsumed(Answer(element)));
  }
  return tables;
}

Result<ItemCollectionMetrics> Metrics(const Answer& in) {
  ItemCollectionMetrics metrics;
  if (const std::optional<Json> key = in.Find("ItemCollectionKey")) {
    TRESTLE_TRY(metrics.key, ReadItem(*key));
  }
  const std::vector<Json> range = in.List("SizeEstimateRangeGB");
  const bool readable = range.size() == 2 &&
                        !range[0].get_double().get(metrics.size_estimate_low_gb) &&
                        !range[1].get_double().get(metrics.size_estimate_high_gb);
  if (!range.empty() && !readable) return Unreadable();
  return metrics;
}

Result<std::map<std::string, std::vector<ItemCollectionMetrics>>> MetricsByTable(const Answer& in) {
  std::map<std::string, std::vector<ItemCollectionMetrics>> tables;
  for (const Answer::Entry& entry : in.Entries("ItemCollectionMetrics")) {
    if (!entry.value.is_array()) return Unreadable();
    for (const Json element : ArrayOf(entry.value)) {
      TRESTLE_TRY(ItemCollectionMetrics metrics, Metrics(Answer(element)));
      tables[entry.name].push_back(std::move(metrics));
    }
  }
  return tables;
}

Result<EncodedItems> Items(const std::vector<Json>& list) {
  EncodedItems items;
  for (const Json& element : list) {
    TRESTLE_TRY(const Item item, ReadItem(element));
    items.Append(EncodedItem::From(item).bytes());
  }
  return items;
}

Result<std::optional<Item>> OptionalKey(const Answer& in) {
  const std::optional<Json> json = in.Find("LastEvaluatedKey");
  if (!json) return std::optional<Item>();
  TRESTLE_TRY(Item item, ReadItem(*json));
  return std::optional<Item>(std::move(item));
}

// [{"Item": …}, {}] of transactions.
Result<std::vector<std::optional<EncodedItem>>> Responses(const Answer& in) {
  std::vector<std::optional<EncodedItem>> items;
  for (const Json& element : in.List("Responses")) {
    TRESTLE_TRY(std::optional<EncodedItem> item, ReadOptionalItem(Answer(element), "Item"));
    items.push_back(std::move(item));
  }
  return items;
}

Result<KeysAndAttributes> Unprocessed(const Answer& in) {
  KeysAndAttributes left;
  for (const Json& element : in.List("Keys")) {
    TRESTLE_TRY(Item key, ReadItem(element));
    left.keys.push_back(std::move(key));
  }
  left.projection.expression = in.OptionalText("ProjectionExpression");
  if (in.Has("AttributesToGet")) left.projection.attributes_to_get = in.Texts("AttributesToGet");
  if (in.Has("ExpressionAttributeNames")) {
    NameMap& names = left.substitutions.names.emplace();
    for (const Answer::Entry& entry : in.Entries("ExpressionAttributeNames")) {
      if (!entry.value.is_string()) return Unreadable();
      names[entry.name] = std::string(StringOf(entry.value));
    }
  }
  left.consistent_read = in.Flag("ConsistentRead");
  return left;
}

Result<WriteRequest> UnprocessedWrite(const Answer& in) {
  WriteRequest write;
  if (const std::optional<Answer> put = in.Object("PutRequest")) {
    const std::optional<Json> json = put->Find("Item");
    if (!json) return Unreadable();
    TRESTLE_TRY(Item item, ReadItem(*json));
    write.put_item = std::move(item);
  }
  if (const std::optional<Answer> remove = in.Object("DeleteRequest")) {
    const std::optional<Json> json = remove->Find("Key");
    if (!json) return Unreadable();
    TRESTLE_TRY(Item key, ReadItem(*json));
    write.delete_key = std::move(key);
  }
  if (!write.put_item && !write.delete_key) return Unreadable();
  return write;
}

Result<BatchStatementResponse> OneStatement(const Answer& in) {
  BatchStatementResponse response;
  response.table_name = in.Text("TableName");
  TRESTLE_TRY(response.item, ReadOptionalItem(in, "Item"));
  if (const std::optional<Answer> error = in.Object("Error")) {
    response.error = Error{.code = CodeNamed(error->Text("Code"), 400),
                           .message = error->Text("Message"),
                           .detail = nullptr};
    TRESTLE_TRY(std::optional<EncodedItem> item, ReadOptionalItem(*error, "Item"));
    if (item) {
      auto failure = std::make_shared<ConditionFailure>();
      failure->item = std::move(item);
      response.error->detail = std::move(failure);
    }
  }
  return response;
}

}  // namespace

Result<GetItemResponse> GetItem(const Answer& in) {
  GetItemResponse response;
  TRESTLE_TRY(response.item, ReadOptionalItem(in, "Item"));
  response.consumed = Consumed(in);
  return response;
}

Result<ItemWriteResponse> ItemWrite(const Answer& in) {
  ItemWriteResponse response;
  TRESTLE_TRY(response.attributes, ReadOptionalItem(in, "Attributes"));
  response.consumed = Consumed(in);
  if (const std::optional<Answer> metrics = in.Object("ItemCollectionMetrics")) {
    TRESTLE_TRY(response.item_collection_metrics, Metrics(*metrics));
  }
  return response;
}

Result<PageResponse> Page(const Answer& in) {
  if (!in.Has("Count")) return Unreadable();
  PageResponse response;
  response.count_only = !in.Has("Items");
  TRESTLE_TRY(response.items, Items(in.List("Items")));
  response.count = in.Integer("Count");
  response.scanned_count = in.Integer("ScannedCount");
  TRESTLE_TRY(response.last_evaluated_key, OptionalKey(in));
  response.consumed = Consumed(in);
  return response;
}

Result<BatchGetItemResponse> BatchGetItem(const Answer& in) {
  BatchGetItemResponse response;
  for (const Answer::Entry& entry : in.Entries("Responses")) {
    if (!entry.value.is_array()) return Unreadable();
    std::vector<Json> list;
    for (const Json element : ArrayOf(entry.value)) list.push_back(element);
    TRESTLE_TRY(EncodedItems items, Items(list));
    response.responses.emplace_back(entry.name, std::move(items));
  }
  for (const Answer::Entry& entry : in.Entries("UnprocessedKeys")) {
    TRESTLE_TRY(KeysAndAttributes left, Unprocessed(Answer(entry.value)));
    response.unprocessed.emplace_back(entry.name, std::move(left));
  }
  response.consumed = ConsumedOfTables(in);
  return response;
}

Result<BatchWriteItemResponse> BatchWriteItem(const Answer& in) {
  BatchWriteItemResponse response;
  for (const Answer::Entry& entry : in.Entries("UnprocessedItems")) {
    if (!entry.value.is_array()) return Unreadable();
    std::vector<WriteRequest> writes;
    for (const Json element : ArrayOf(entry.value)) {
      TRESTLE_TRY(WriteRequest write, UnprocessedWrite(Answer(element)));
      writes.push_back(std::move(write));
    }
    response.unprocessed.emplace_back(entry.name, std::move(writes));
  }
  response.consumed = ConsumedOfTables(in);
  TRESTLE_TRY(response.item_collection_metrics, MetricsByTable(in));
  return response;
}

Result<TransactGetItemsResponse> TransactGetItems(const Answer& in) {
  TransactGetItemsResponse response;
  TRESTLE_TRY(response.responses, Responses(in));
  response.consumed = ConsumedOfTables(in);
  return response;
}

Result<TransactWriteItemsResponse> TransactWriteItems(const Answer& in) {
  TransactWriteItemsResponse response;
  response.consumed = ConsumedOfTables(in);
  TRESTLE_TRY(response.item_collection_metrics, MetricsByTable(in));
  return response;
}

Result<ExecuteStatementResponse> ExecuteStatement(const Answer& in) {
  ExecuteStatementResponse response;
  TRESTLE_TRY(response.items, Items(in.List("Items")));
  TRESTLE_TRY(response.last_evaluated_key, OptionalKey(in));
  response.next_token = in.OptionalText("NextToken");
  response.consumed = Consumed(in);
  return response;
}

Result<BatchExecuteStatementResponse> BatchExecuteStatement(const Answer& in) {
  BatchExecuteStatementResponse response;
  for (const Json& element : in.List("Responses")) {
    TRESTLE_TRY(BatchStatementResponse one, OneStatement(Answer(element)));
    response.responses.push_back(std::move(one));
  }
  response.consumed = ConsumedOfTables(in);
  return response;
}

Result<ExecuteTransactionResponse> ExecuteTransaction(const Answer& in) {
  ExecuteTransactionResponse response;
  TRESTLE_TRY(response.responses, Responses(in));
  response.consumed = ConsumedOfTables(in);
  return response;
}

}  // namespace trestle::remote::read
