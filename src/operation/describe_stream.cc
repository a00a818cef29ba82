#include <algorithm>

#include "operation/streams.h"
#include "stream/messages.h"
#include "stream/retention.h"

namespace trestle {
namespace {

constexpr std::int64_t kMaxShards = 100;

// arn:<partition>:dynamodb:<region>:<account>:table/<name>/stream/<label>
bool IsStreamArn(std::string_view arn) {
  return arn.starts_with("arn:") && arn.find(":dynamodb:") != std::string_view::npos &&
         arn.find(":table/") != std::string_view::npos &&
         arn.find("/stream/") != std::string_view::npos;
}

StreamStatus StatusOf(const Stream& stream, TimePoint now) {
  const bool settled = stream.settled <= now;
  if (stream.disabled) return settled ? StreamStatus::kDisabled : StreamStatus::kDisabling;
  return settled ? StreamStatus::kEnabled : StreamStatus::kEnabling;
}

bool IsWanted(const Shard& shard, const DescribeStreamRequest& request) {
  if (request.shard_filter) {
    return shard.parent && ShardId(*shard.parent) == *request.shard_filter->shard_id;
  }
  return true;
}

ShardDescription DescriptionOf(const Shard& shard) {
  ShardDescription description{.id = shard.Id(),
                               .parent_id = {},
                               .starting_sequence_number = SequenceNumberOf(shard.opened),
                               .ending_sequence_number = {}};
  if (shard.parent) description.parent_id = ShardId(*shard.parent);
  if (shard.closed) description.ending_sequence_number = SequenceNumberOf(*shard.closed);
  return description;
}

}  // namespace

Result<StreamPtr> FindStream(OperationContext& context, const std::string& arn) {
  if (!IsStreamArn(arn)) return messages::StreamArnInvalid();
  context.AnswerAfterLatest();
  StreamPtr stream = context.catalog.FindStream(arn);
  if (stream == nullptr) return messages::StreamNotFound(arn);
  return stream;
}

Result<DescribeStreamResponse> DescribeStream(OperationContext& context,
                                              const DescribeStreamRequest& request) {
  if (const auto& filter = request.shard_filter; filter) {
    if (!filter->of_children || !filter->shard_id) return messages::ShardFilterIncomplete();
  }
  const TimePoint now = context.clock.Now();
  DescribeStreamResponse response;
  TRESTLE_TRY(response.stream, FindStream(context, request.stream_arn));
  response.status = StatusOf(*response.stream, now);
  const std::string start = request.exclusive_start_shard_id.value_or("");
  const auto limit = static_cast<std::size_t>(request.limit.value_or(kMaxShards));
  for (const Shard& shard : response.stream->shards) {
    if (IsGone(shard, now) || shard.Id() <= start || !IsWanted(shard, request)) continue;
    if (response.shards.size() == limit) {
      response.last_evaluated_shard_id = response.shards.back().id;
      break;
    }
    response.shards.push_back(DescriptionOf(shard));
  }
  return response;
}

}  // namespace trestle
