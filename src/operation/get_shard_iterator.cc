#include "operation/streams.h"
#include "stream/messages.h"
#include "stream/retention.h"
#include "stream/sequence_number.h"
#include "stream/shard_iterator.h"

namespace trestle {
namespace {

ChangeStamp After(const ChangeStamp& stamp) {
  return {.time = stamp.time, .number = stamp.number + 1};
}

Result<const Shard*> FindShard(const OperationContext& context, const Stream& stream,
                               const std::string& shard_id) {
  const Shard* const shard = stream.FindShard(shard_id);
  if (shard == nullptr || IsGone(*shard, context.clock.Now())) return messages::ShardNotFound();
  return shard;
}

Result<ChangeStamp> NamedStamp(const OperationContext& context,
                               const GetShardIteratorRequest& request, const Shard& shard) {
  const std::optional<ChangeStamp> stamp = StampOfSequenceNumber(*request.sequence_number);
  if (!stamp) return messages::SequenceNumberInvalid();
  if (stamp->time < TrimHorizon(context.clock.Now())) return messages::DataTrimmed();
  const bool before = *stamp < shard.opened;
  const bool after = shard.closed && *stamp > *shard.closed;
  if (before || after) return messages::SequenceNumberInvalid();
  return *stamp;
}

Result<ChangeStamp> NewestStamp(OperationContext& context, const Shard& shard) {
  const std::shared_ptr<const View> view = context.catalog.store().Latest();
  TRESTLE_TRY(const std::optional<ChangeStamp> newest, NewestRecord(*view, shard));
  context.AnswerAfterLatest();
  return newest.value_or(shard.opened);
}

Status CheckSequenceNumber(const GetShardIteratorRequest& request) {
  if (request.sequence_number) return {};
  if (request.type == ShardIteratorType::kAtSequenceNumber) {
    return messages::SequenceNumberMissing("AT_SEQUENCE_NUMBER");
  }
  if (request.type == ShardIteratorType::kAfterSequenceNumber) {
    return messages::SequenceNumberMissing("AFTER_SEQUENCE_NUMBER");
  }
  return {};
}

// The first stamp that the iterator's reader is to see.
Result<ChangeStamp> Start(OperationContext& context, const GetShardIteratorRequest& request,
                          const Shard& shard) {
  switch (request.type) {
    case ShardIteratorType::kAtSequenceNumber:
      return NamedStamp(context, request, shard);
    case ShardIteratorType::kAfterSequenceNumber: {
      TRESTLE_TRY(const ChangeStamp stamp, NamedStamp(context, request, shard));
      return After(stamp);
    }
    case ShardIteratorType::kLatest: {
      TRESTLE_TRY(const ChangeStamp newest, NewestStamp(context, shard));
      return After(newest);
    }
    case ShardIteratorType::kTrimHorizon:
      break;
  }
  return ChangeStamp{.time = TrimHorizon(context.clock.Now()), .number = 0};
}

}  // namespace

Result<GetShardIteratorResponse> GetShardIterator(OperationContext& context,
                                                  const GetShardIteratorRequest& request) {
  TRESTLE_RETURN_IF_ERROR(CheckSequenceNumber(request));
  TRESTLE_TRY(const StreamPtr stream, FindStream(context, request.stream_arn));
  TRESTLE_TRY(const Shard* const shard, FindShard(context, *stream, request.shard_id));
  TRESTLE_TRY(const ChangeStamp from, Start(context, request, *shard));
  return GetShardIteratorResponse{EncodeShardIterator({.stream_arn = stream->arn,
                                                       .shard = shard->number(),
                                                       .from = from,
                                                       .issued = context.clock.Now()})};
}

}  // namespace trestle
