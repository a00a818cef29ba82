#include "protocol/api.h"
#include "protocol/decode.h"
#include "protocol/decode_parameters.h"

// GetItem, PutItem, UpdateItem and DeleteItem.
namespace trestle::decode {

Result<GetItemRequest> GetItem(const Members& in) {
  using Of = api::GetItemInput;
  TRESTLE_TRY(ParsedItem key, ItemOf(in[Of::kKey]));
  TRESTLE_TRY(SubstitutionParameters substitutions,
              SubstitutionsOf({.names = in[Of::kExpressionAttributeNames]}));
  return GetItemRequest{
      .table_name = Text(in[Of::kTableName]),
      .key = std::move(key),
      .projection = {.expression = OptionalText(in[Of::kProjectionExpression]),
                     .attributes_to_get = OptionalTexts(in[Of::kAttributesToGet])},
      .substitutions = std::move(substitutions),
      .consistent_read = Flag(in[Of::kConsistentRead], false),
      .return_consumed_capacity = ConsumedCapacityWanted(in[Of::kReturnConsumedCapacity])};
}

Result<PutItemRequest> PutItem(const Members& in) {
  using Of = api::PutItemInput;
  TRESTLE_TRY(ParsedItem item, ItemOf(in[Of::kItem]));
  TRESTLE_TRY(ConditionParameters condition, ConditionIn<Of>(in));
  TRESTLE_TRY(SubstitutionParameters substitutions, SubstitutionsIn<Of>(in));
  return PutItemRequest{
      .table_name = Text(in[Of::kTableName]),
      .item = std::move(item),
      .condition = std::move(condition),
      .substitutions = std::move(substitutions),
      .return_values = ReturnValuesWanted(in[Of::kReturnValues]),
      .on_condition_failure = OnConditionFailure(in[Of::kReturnValuesOnConditionCheckFailure]),
      .return_consumed_capacity = ConsumedCapacityWanted(in[Of::kReturnConsumedCapacity]),
      .return_item_collection_metrics =
          CollectionMetricsWanted(in[Of::kReturnItemCollectionMetrics])};
}

Result<UpdateItemRequest> UpdateItem(const Members& in) {
  using Of = api::UpdateItemInput;
  TRESTLE_TRY(ParsedItem key, ItemOf(in[Of::kKey]));
  TRESTLE_TRY(std::optional<Result<AttributeUpdateMap>> updates,
              OptionalUpdates(in[Of::kAttributeUpdates]));
  TRESTLE_TRY(ConditionParameters condition, ConditionIn<Of>(in));
  TRESTLE_TRY(SubstitutionParameters substitutions, SubstitutionsIn<Of>(in));
  return UpdateItemRequest{
      .table_name = Text(in[Of::kTableName]),
      .key = std::move(key),
      .update_expression = OptionalText(in[Of::kUpdateExpression]),
      .attribute_updates = std::move(updates),
      .condition = std::move(condition),
      .substitutions = std::move(substitutions),
      .return_values = ReturnValuesWanted(in[Of::kReturnValues]),
      .on_condition_failure = OnConditionFailure(in[Of::kReturnValuesOnConditionCheckFailure]),
      .return_consumed_capacity = ConsumedCapacityWanted(in[Of::kReturnConsumedCapacity]),
      .return_item_collection_metrics =
          CollectionMetricsWanted(in[Of::kReturnItemCollectionMetrics])};
}

Result<DeleteItemRequest> DeleteItem(const Members& in) {
  using Of = api::DeleteItemInput;
  TRESTLE_TRY(ParsedItem key, ItemOf(in[Of::kKey]));
  TRESTLE_TRY(ConditionParameters condition, ConditionIn<Of>(in));
  TRESTLE_TRY(SubstitutionParameters substitutions, SubstitutionsIn<Of>(in));
  return DeleteItemRequest{
      .table_name = Text(in[Of::kTableName]),
      .key = std::move(key),
      .condition = std::move(condition),
      .substitutions = std::move(substitutions),
      .return_values = ReturnValuesWanted(in[Of::kReturnValues]),
      .on_condition_failure = OnConditionFailure(in[Of::kReturnValuesOnConditionCheckFailure]),
      .return_consumed_capacity = ConsumedCapacityWanted(in[Of::kReturnConsumedCapacity]),
      .return_item_collection_metrics =
          CollectionMetricsWanted(in[Of::kReturnItemCollectionMetrics])};
}

}  // namespace trestle::decode
