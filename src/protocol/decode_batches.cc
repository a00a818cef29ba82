#include <algorithm>
#include <map>

#include "protocol/api.h"
#include "protocol/decode.h"
#include "protocol/decode_parameters.h"

// BatchGetItem and BatchWriteItem.
namespace trestle::decode {
namespace {

bool HoldsNumber(const ParsedItem& key) {
  return key && std::any_of(key->begin(), key->end(), [](const Attribute& attribute) {
           return attribute.value.type() == AttributeType::kNumber;
         });
}

// The key as it was written, with its attributes in order of their names.
std::string Spelling(const Json& key) {
  std::map<std::string_view, std::string> attributes;
  for (const auto field : ObjectOf(key)) attributes[field.key] = simdjson::minify(field.value);
  std::string spelling;
  for (const auto& [name, value] : attributes) spelling.append(name).append("\0", 1).append(value);
  return spelling;
}

Result<KeysAndAttributes> OneTable(const Json& json) {
  using Of = api::KeysAndAttributes;
  const Members in(Of::kShape, json);
  KeysAndAttributes table;
  table.keys.reserve(ArrayOf(*in[Of::kKeys]).size());
  bool numbers = false;
  for (const Json key : ArrayOf(*in[Of::kKeys])) {
    TRESTLE_TRY(ParsedItem item, ItemOf(key.is_null() ? nullptr : &key));
    numbers = numbers || HoldsNumber(item);
    table.keys.push_back(std::move(item));
  }
  if (numbers) {
    for (const Json key : ArrayOf(*in[Of::kKeys])) {
      table.key_spellings.push_back(key.is_null() ? std::string() : Spelling(key));
    }
  }
  table.projection = {.expression = OptionalText(in[Of::kProjectionExpression]),
                      .attributes_to_get = OptionalTexts(in[Of::kAttributesToGet])};
  TRESTLE_TRY(table.substitutions, SubstitutionsOf({.names = in[Of::kExpressionAttributeNames]}));
  table.consistent_read = Flag(in[Of::kConsistentRead], false);
  return table;
}

Result<WriteRequest> OneWrite(const Json& json) {
  WriteRequest write;
  if (json.is_null()) return write;
  const Members in(api::WriteRequest::kShape, json);
  if (const Json* put = in[api::WriteRequest::kPutRequest]) {
    const Members inside(api::PutRequest::kShape, *put);
    TRESTLE_TRY(write.put_item, OptionalItem(inside[api::PutRequest::kItem]));
  }
  if (const Json* remove = in[api::WriteRequest::kDeleteRequest]) {
    const Members inside(api::DeleteRequest::kShape, *remove);
    TRESTLE_TRY(write.delete_key, OptionalItem(inside[api::DeleteRequest::kKey]));
  }
  return write;
}

}  // namespace

Result<BatchGetItemRequest> BatchGetItem(const Members& in) {
  using Of = api::BatchGetItemInput;
  BatchGetItemRequest request;
  for (const auto field : ObjectOf(*in[Of::kRequestItems])) {
    if (field.value.is_null()) continue;
    TRESTLE_TRY(KeysAndAttributes table, OneTable(field.value));
    request.tables.emplace_back(field.key, std::move(table));
  }
  request.return_consumed_capacity = ConsumedCapacityWanted(in[Of::kReturnConsumedCapacity]);
  return request;
}

Result<BatchWriteItemRequest> BatchWriteItem(const Members& in) {
  using Of = api::BatchWriteItemInput;
  BatchWriteItemRequest request;
  for (const auto field : ObjectOf(*in[Of::kRequestItems])) {
    std::vector<WriteRequest> writes;
    if (field.value.is_null()) continue;
    for (const Json element : ArrayOf(field.value)) {
      TRESTLE_TRY(WriteRequest write, OneWrite(element));
      writes.push_back(std::move(write));
    }
    request.tables.emplace_back(field.key, std::move(writes));
  }
  request.return_consumed_capacity = ConsumedCapacityWanted(in[Of::kReturnConsumedCapacity]);
  request.return_item_collection_metrics =
      CollectionMetricsWanted(in[Of::kReturnItemCollectionMetrics]);
  return request;
}

}  // namespace trestle::decode
