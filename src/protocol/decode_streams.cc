#include "protocol/api.h"
#include "protocol/decode.h"
#include "protocol/decode_parameters.h"

// Operations on streams.
namespace trestle::decode {
namespace {

constexpr EnumName<ShardIteratorType> kIteratorTypes[] = {
    {"TRIM_HORIZON", ShardIteratorType::kTrimHorizon},
    {"LATEST", ShardIteratorType::kLatest},
    {"AT_SEQUENCE_NUMBER", ShardIteratorType::kAtSequenceNumber},
    {"AFTER_SEQUENCE_NUMBER", ShardIteratorType::kAfterSequenceNumber}};

std::optional<ShardFilter> OptionalFilter(const Json* json) {
  using Of = api::ShardFilter;
  if (!json) return std::nullopt;
  const Members in(Of::kShape, *json);
  return ShardFilter{.of_children = in[Of::kType] != nullptr,
                     .shard_id = OptionalText(in[Of::kShardId])};
}

}  // namespace

ListStreamsRequest ListStreams(const Members& in) {
  using Of = api::ListStreamsInput;
  return {.table_name = OptionalText(in[Of::kTableName]),
          .limit = OptionalInteger(in[Of::kLimit]),
          .exclusive_start_stream_arn = OptionalText(in[Of::kExclusiveStartStreamArn])};
}

DescribeStreamRequest DescribeStream(const Members& in) {
  using Of = api::DescribeStreamInput;
  return {.stream_arn = Text(in[Of::kStreamArn]),
          .limit = OptionalInteger(in[Of::kLimit]),
          .exclusive_start_shard_id = OptionalText(in[Of::kExclusiveStartShardId]),
          .shard_filter = OptionalFilter(in[Of::kShardFilter])};
}

GetShardIteratorRequest GetShardIterator(const Members& in) {
  using Of = api::GetShardIteratorInput;
  return {.stream_arn = Text(in[Of::kStreamArn]),
          .shard_id = Text(in[Of::kShardId]),
          .type = OptionalEnum(in[Of::kShardIteratorType], kIteratorTypes)
                      .value_or(ShardIteratorType::kTrimHorizon),
          .sequence_number = OptionalText(in[Of::kSequenceNumber])};
}

GetRecordsRequest GetRecords(const Members& in) {
  using Of = api::GetRecordsInput;
  return {.shard_iterator = Text(in[Of::kShardIterator]), .limit = OptionalInteger(in[Of::kLimit])};
}

}  // namespace trestle::decode
