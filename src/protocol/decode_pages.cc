#include "protocol/api.h"
#include "protocol/decode.h"
#include "protocol/decode_parameters.h"

// Query and Scan.
namespace trestle::decode {

Result<QueryRequest> Query(const Members& in) {
  using Of = api::QueryInput;
  TRESTLE_TRY(std::optional<Result<LegacyConditionMap>> key_conditions,
              OptionalConditions(in[Of::kKeyConditions]));
  TRESTLE_TRY(std::optional<Result<LegacyConditionMap>> query_filter,
              OptionalConditions(in[Of::kQueryFilter]));
  TRESTLE_TRY(std::optional<ParsedItem> start, OptionalItem(in[Of::kExclusiveStartKey]));
  TRESTLE_TRY(SubstitutionParameters substitutions, SubstitutionsIn<Of>(in));
  return QueryRequest{
      .table_name = Text(in[Of::kTableName]),
      .index_name = OptionalText(in[Of::kIndexName]),
      .key_condition_expression = OptionalText(in[Of::kKeyConditionExpression]),
      .key_conditions = std::move(key_conditions),
      .filter_expression = OptionalText(in[Of::kFilterExpression]),
      .query_filter = std::move(query_filter),
      .conditional_operator = OptionalConditionalOperator(in[Of::kConditionalOperator]),
      .projection = {.expression = OptionalText(in[Of::kProjectionExpression]),
                     .attributes_to_get = OptionalTexts(in[Of::kAttributesToGet])},
      .substitutions = std::move(substitutions),
      .select = OptionalSelect(in[Of::kSelect]),
      .limit = OptionalInteger(in[Of::kLimit]),
      .consistent_read = Flag(in[Of::kConsistentRead], false),
      .scan_index_forward = Flag(in[Of::kScanIndexForward], true),
      .exclusive_start_key = std::move(start),
      .return_consumed_capacity = ConsumedCapacityWanted(in[Of::kReturnConsumedCapacity])};
}

Result<ScanRequest> Scan(const Members& in) {
  using Of = api::ScanInput;
  TRESTLE_TRY(std::optional<Result<LegacyConditionMap>> scan_filter,
              OptionalConditions(in[Of::kScanFilter]));
  TRESTLE_TRY(std::optional<ParsedItem> start, OptionalItem(in[Of::kExclusiveStartKey]));
  TRESTLE_TRY(SubstitutionParameters substitutions, SubstitutionsIn<Of>(in));
  return ScanRequest{
      .table_name = Text(in[Of::kTableName]),
      .index_name = OptionalText(in[Of::kIndexName]),
      .filter_expression = OptionalText(in[Of::kFilterExpression]),
      .scan_filter = std::move(scan_filter),
      .conditional_operator = OptionalConditionalOperator(in[Of::kConditionalOperator]),
      .projection = {.expression = OptionalText(in[Of::kProjectionExpression]),
                     .attributes_to_get = OptionalTexts(in[Of::kAttributesToGet])},
      .substitutions = std::move(substitutions),
      .select = OptionalSelect(in[Of::kSelect]),
      .limit = OptionalInteger(in[Of::kLimit]),
      .consistent_read = Flag(in[Of::kConsistentRead], false),
      .segment = OptionalInteger(in[Of::kSegment]),
      .total_segments = OptionalInteger(in[Of::kTotalSegments]),
      .exclusive_start_key = std::move(start),
      .return_consumed_capacity = ConsumedCapacityWanted(in[Of::kReturnConsumedCapacity])};
}

}  // namespace trestle::decode
