#pragma once

#include "operation/context.h"
#include "stream/sequence_number.h"
#include "stream/shard_reader.h"

namespace trestle {

// The operations on streams.

struct ListStreamsRequest {
  std::optional<std::string> table_name;
  std::optional<std::int64_t> limit;
  std::optional<std::string> exclusive_start_stream_arn;
};
struct ListStreamsResponse {
  std::vector<StreamPtr> streams;
  std::optional<std::string> last_evaluated_stream_arn;
};
Result<ListStreamsResponse> ListStreams(OperationContext& context,
                                        const ListStreamsRequest& request);

enum class StreamStatus { kEnabling, kEnabled, kDisabling, kDisabled };

// The children of one shard, the only thing that can be asked for.
struct ShardFilter {
  bool of_children = false;
  std::optional<std::string> shard_id;
};
struct DescribeStreamRequest {
  std::string stream_arn;
  std::optional<std::int64_t> limit;
  std::optional<std::string> exclusive_start_shard_id;
  std::optional<ShardFilter> shard_filter;
};
// A shard as clients are shown it. Ids are opaque. Sequence numbers are decimal, ascend within a
// shard, and have as many digits as their server likes (stream/sequence_number.h).
struct ShardDescription {
  std::string id;
  std::optional<std::string> parent_id;
  std::string starting_sequence_number;
  std::optional<std::string> ending_sequence_number;  // of a closed shard
};
struct DescribeStreamResponse {
  StreamPtr stream;
  StreamStatus status = StreamStatus::kEnabled;
  std::vector<ShardDescription> shards;  // of this page
  std::optional<std::string> last_evaluated_shard_id;
};
Result<DescribeStreamResponse> DescribeStream(OperationContext& context,
                                              const DescribeStreamRequest& request);

enum class ShardIteratorType { kTrimHorizon, kLatest, kAtSequenceNumber, kAfterSequenceNumber };

struct GetShardIteratorRequest {
  std::string stream_arn;
  std::string shard_id;
  ShardIteratorType type = ShardIteratorType::kTrimHorizon;
  std::optional<std::string> sequence_number;
};
struct GetShardIteratorResponse {
  std::string shard_iterator;
};
Result<GetShardIteratorResponse> GetShardIterator(OperationContext& context,
                                                  const GetShardIteratorRequest& request);

// A server may answer without records although there are more ahead. So many such answers in all
// are taken for the present end of a shard, and from then on each one is.
inline constexpr int kEmptyPagesAtTheTip = 3;

struct GetRecordsRequest {
  std::string shard_iterator;
  std::optional<std::int64_t> limit;
};
struct GetRecordsResponse {
  StreamPtr stream;
  RecordPage records;
  std::optional<std::string> next_shard_iterator;  // none at the end of a closed shard
  // Of the records of another server, which alone can read them; else empty.
  std::vector<std::string> foreign_sequence_numbers = {};

  std::string SequenceNumber(std::size_t place) const {
    return foreign_sequence_numbers.empty() ? SequenceNumberOf(records[place].stamp)
                                            : foreign_sequence_numbers[place];
  }
};
Result<GetRecordsResponse> GetRecords(OperationContext& context, const GetRecordsRequest& request);

// The stream that a request names.
Result<StreamPtr> FindStream(OperationContext& context, const std::string& arn);

}  // namespace trestle
