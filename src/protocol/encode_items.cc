#include "protocol/encode.h"
#include "protocol/messages.h"

// Replies of the operations on items.
namespace trestle::encode {
namespace {

// About what a reply takes; had at once, so that a page is not copied as it grows.
void Reserve(std::size_t stored_bytes, std::string& out) {
  out.reserve(out.size() + stored_bytes * 3 / 2 + 256);
}

void UnprocessedKeys(const BatchGetItemResponse& response, JsonWriter& writer) {
  writer.Name("UnprocessedKeys");
  writer.BeginObject();
  for (const auto& [name, asked] : response.unprocessed) {
    writer.Name(name);
    writer.BeginObject();
    writer.Name("Keys");
    writer.BeginArray();
    for (const ParsedItem& key : asked.keys) writer.Attributes(*key);
    writer.EndArray();
    if (asked.projection.expression) {
      writer.Name("ProjectionExpression");
      writer.String(*asked.projection.expression);
    }
    if (asked.projection.attributes_to_get) {
      writer.Name("AttributesToGet");
      writer.BeginArray();
      for (const std::string& attribute : *asked.projection.attributes_to_get)
        writer.String(attribute);
      writer.EndArray();
    }
    if (asked.substitutions.names) {
      writer.Name("ExpressionAttributeNames");
      writer.BeginObject();
      for (const auto& [placeholder, attribute] : *asked.substitutions.names) {
        writer.Name(placeholder);
        writer.String(attribute);
      }
      writer.EndObject();
    }
    if (asked.consistent_read) {
      writer.Name("ConsistentRead");
      writer.Boolean(true);
    }
    writer.EndObject();
  }
  writer.EndObject();
}

void UnprocessedWrite(std::string_view request, std::string_view member, const ParsedItem& item,
                      JsonWriter& writer) {
  writer.BeginObject();
  writer.Name(request);
  writer.BeginObject();
  writer.Name(member);
  writer.Attributes(*item);
  writer.EndObject();
  writer.EndObject();
}

void UnprocessedItems(const BatchWriteItemResponse& response, JsonWriter& writer) {
  writer.Name("UnprocessedItems");
  writer.BeginObject();
  for (const auto& [name, writes] : response.unprocessed) {
    writer.Name(name);
    writer.BeginArray();
    for (const WriteRequest& write : writes) {
      if (write.put_item) UnprocessedWrite("PutRequest", "Item", *write.put_item, writer);
      if (write.delete_key) UnprocessedWrite("DeleteRequest", "Key", *write.delete_key, writer);
    }
    writer.EndArray();
  }
  writer.EndObject();
}

}  // namespace

Status StoredItem(std::string_view name, EncodedItemView item, JsonWriter& writer) {
  writer.Name(name);
  if (!writer.Attributes(item)) return messages::StoredItemUnreadable();
  return {};
}

Status StoredItems(std::string_view name, const EncodedItems& items, JsonWriter& writer) {
  writer.Name(name);
  writer.BeginArray();
  for (const EncodedItemView item : items) {
    if (!writer.Attributes(item)) return messages::StoredItemUnreadable();
  }
  writer.EndArray();
  return {};
}

Status ItemResponses(const std::vector<std::optional<EncodedItem>>& items, JsonWriter& writer) {
  writer.Name("Responses");
  writer.BeginArray();
  for (const std::optional<EncodedItem>& item : items) {
    writer.BeginObject();
    if (item) TRESTLE_RETURN_IF_ERROR(StoredItem("Item", *item, writer));
    writer.EndObject();
  }
  writer.EndArray();
  return {};
}

Status GetItem(const GetItemResponse& response, ReturnConsumedCapacity wanted, std::string& out) {
  if (response.item) Reserve(response.item->bytes().size(), out);
  JsonWriter writer(out);
  writer.BeginObject();
  Consumed(response.consumed, wanted, writer);
  if (response.item) TRESTLE_RETURN_IF_ERROR(StoredItem("Item", *response.item, writer));
  writer.EndObject();
  return {};
}

Status ItemWrite(const ItemWriteResponse& response, ReturnConsumedCapacity wanted,
                 std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  if (response.attributes) {
    TRESTLE_RETURN_IF_ERROR(StoredItem("Attributes", *response.attributes, writer));
  }
  Consumed(response.consumed, wanted, writer);
  if (response.item_collection_metrics) {
    writer.Name("ItemCollectionMetrics");
    CollectionMetrics(*response.item_collection_metrics, writer);
  }
  writer.EndObject();
  return {};
}

Status Page(const PageResponse& response, ReturnConsumedCapacity wanted, std::string& out) {
  Reserve(response.items.StoredBytes(), out);
  JsonWriter writer(out);
  writer.BeginObject();
  Consumed(response.consumed, wanted, writer);
  writer.Name("Count");
  writer.Integer(response.count);
  if (!response.count_only) TRESTLE_RETURN_IF_ERROR(StoredItems("Items", response.items, writer));
  if (response.last_evaluated_key) {
    writer.Name("LastEvaluatedKey");
    writer.Attributes(*response.last_evaluated_key);
  }
  writer.Name("ScannedCount");
  writer.Integer(response.scanned_count);
  writer.EndObject();
  return {};
}

Status BatchGetItem(const BatchGetItemResponse& response, ReturnConsumedCapacity wanted,
                    std::string& out) {
  std::size_t stored_bytes = 0;
  for (const auto& [name, items] : response.responses) stored_bytes += items.StoredBytes();
  Reserve(stored_bytes, out);
  JsonWriter writer(out);
  writer.BeginObject();
  ConsumedOfTables(response.consumed, wanted, writer);
  writer.Name("Responses");
  writer.BeginObject();
  for (const auto& [name, items] : response.responses)
    TRESTLE_RETURN_IF_ERROR(StoredItems(name, items, writer));
  writer.EndObject();
  UnprocessedKeys(response, writer);
  writer.EndObject();
  return {};
}

Status BatchWriteItem(const BatchWriteItemResponse& response, ReturnConsumedCapacity wanted,
                      std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  ConsumedOfTables(response.consumed, wanted, writer);
  CollectionMetricsByTable(response.item_collection_metrics, writer);
  UnprocessedItems(response, writer);
  writer.EndObject();
  return {};
}

Status TransactGetItems(const TransactGetItemsResponse& response, ReturnConsumedCapacity wanted,
                        std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  ConsumedOfTables(response.consumed, wanted, writer);
  TRESTLE_RETURN_IF_ERROR(ItemResponses(response.responses, writer));
  writer.EndObject();
  return {};
}

Status TransactWriteItems(const TransactWriteItemsResponse& response, ReturnConsumedCapacity wanted,
                          std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  ConsumedOfTables(response.consumed, wanted, writer);
  CollectionMetricsByTable(response.item_collection_metrics, writer);
  writer.EndObject();
  return {};
}

}  // namespace trestle::encode
