#include <xxhash.h>

#include <algorithm>
#include <type_traits>

#include "protocol/api.h"
#include "protocol/decode.h"
#include "protocol/decode_parameters.h"

// TransactGetItems and TransactWriteItems.
namespace trestle::decode {
namespace {

Result<TransactGet> OneGet(const Json& json) {
  using Of = api::Get;
  TransactGet get;
  if (json.is_null()) return get;
  const Members outer(api::TransactGetItem::kShape, json);
  const Members in(Of::kShape, *outer[api::TransactGetItem::kGet]);
  get.table_name = Text(in[Of::kTableName]);
  TRESTLE_TRY(get.key, ItemOf(in[Of::kKey]));
  get.projection_expression = OptionalText(in[Of::kProjectionExpression]);
  TRESTLE_TRY(get.substitutions, SubstitutionsOf({.names = in[Of::kExpressionAttributeNames]}));
  return get;
}

// One of the four actions; they name their parts alike.
template <class Of>
Result<TransactWrite> Action(const Json& json, std::size_t item_or_key) {
  const Members in(Of::kShape, json);
  TransactWrite write;
  write.table_name = Text(in[Of::kTableName]);
  TRESTLE_TRY(write.item_or_key, ItemOf(in[item_or_key]));
  if constexpr (std::is_same_v<Of, api::Update>)
    write.update_expression = OptionalText(in[Of::kUpdateExpression]);
  write.condition_expression = OptionalText(in[Of::kConditionExpression]);
  TRESTLE_TRY(write.substitutions, SubstitutionsIn<Of>(in, ValueDepth::kAny));
  write.on_condition_failure = OnConditionFailure(in[Of::kReturnValuesOnConditionCheckFailure]);
  return write;
}

Result<TransactWrite> OneOf(TransactAction action, const Json& json) {
  switch (action) {
    case TransactAction::kConditionCheck:
      return Action<api::ConditionCheck>(json, api::ConditionCheck::kKey);
    case TransactAction::kPut:
      return Action<api::Put>(json, api::Put::kItem);
    case TransactAction::kDelete:
      return Action<api::Delete>(json, api::Delete::kKey);
    case TransactAction::kUpdate:
      break;
  }
  return Action<api::Update>(json, api::Update::kKey);
}

struct ActionMember {
  std::size_t member;
  TransactAction action;
};
constexpr ActionMember kActions[] = {
    {api::TransactWriteItem::kConditionCheck, TransactAction::kConditionCheck},
    {api::TransactWriteItem::kPut, TransactAction::kPut},
    {api::TransactWriteItem::kDelete, TransactAction::kDelete},
    {api::TransactWriteItem::kUpdate, TransactAction::kUpdate}};

Result<TransactWrite> OneWrite(const Json& json) {
  TransactWrite write;
  write.actions_given = 0;
  if (json.is_null()) return write;
  const Members in(api::TransactWriteItem::kShape, json);
  std::size_t given = 0;
  for (const ActionMember& candidate : kActions) {
    const Json* inside = in[candidate.member];
    if (!inside) continue;
    if (++given > 1) continue;
    TRESTLE_TRY(write, OneOf(candidate.action, *inside));
    write.action = candidate.action;
  }
  write.actions_given = given;
  return write;
}

// JSON with the members of each object in order of their names: equal for equal values.
void AppendCanonical(const Json& json, std::string& out) {
  if (json.is_array()) {
    out.append("[");
    for (const Json element : ArrayOf(json)) {
      AppendCanonical(element, out);
      out.append(",");
    }
    out.append("]");
  } else if (json.is_object()) {
    std::vector<std::pair<std::string_view, Json>> fields;
    for (const auto field : ObjectOf(json)) fields.emplace_back(field.key, field.value);
    std::stable_sort(fields.begin(), fields.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    out.append("{");
    for (const auto& [name, value] : fields) {
      out.append(std::to_string(name.size())).append(":").append(name);
      AppendCanonical(value, out);
      out.append(",");
    }
    out.append("}");
  } else {
    out.append(simdjson::minify(json));
  }
}

std::string DigestOf(const Json& json) {
  std::string canonical;
  AppendCanonical(json, canonical);
  XXH128_canonical_t digest;
  XXH128_canonicalFromHash(&digest, XXH3_128bits(canonical.data(), canonical.size()));
  return std::string(reinterpret_cast<const char*>(digest.digest), sizeof(digest.digest));
}

}  // namespace

Result<TransactGetItemsRequest> TransactGetItems(const Members& in) {
  using Of = api::TransactGetItemsInput;
  TransactGetItemsRequest request;
  for (const Json element : ArrayOf(*in[Of::kTransactItems])) {
    TRESTLE_TRY(TransactGet get, OneGet(element));
    request.gets.push_back(std::move(get));
  }
  request.return_consumed_capacity = ConsumedCapacityWanted(in[Of::kReturnConsumedCapacity]);
  return request;
}

Result<TransactWriteItemsRequest> TransactWriteItems(const Members& in, std::size_t body_bytes) {
  using Of = api::TransactWriteItemsInput;
  TransactWriteItemsRequest request;
  for (const Json element : ArrayOf(*in[Of::kTransactItems])) {
    TRESTLE_TRY(TransactWrite write, OneWrite(element));
    request.writes.push_back(std::move(write));
  }
  request.client_request_token = OptionalText(in[Of::kClientRequestToken]);
  if (request.client_request_token) request.content_digest = DigestOf(*in[Of::kTransactItems]);
  request.payload_bytes = body_bytes;
  request.return_consumed_capacity = ConsumedCapacityWanted(in[Of::kReturnConsumedCapacity]);
  request.return_item_collection_metrics =
      CollectionMetricsWanted(in[Of::kReturnItemCollectionMetrics]);
  return request;
}

}  // namespace trestle::decode
