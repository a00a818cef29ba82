#include "operation/streams.h"
#include "stream/messages.h"
#include "stream/retention.h"
#include "stream/shard_iterator.h"

namespace trestle {
namespace {

constexpr std::int64_t kMaxRecords = 1000;

Result<ShardIterator> CheckedIterator(const OperationContext& context, const std::string& text) {
  std::optional<ShardIterator> iterator = DecodeShardIterator(text);
  if (!iterator) return messages::ShardIteratorInvalid();
  if (iterator->issued + kShardIteratorLifetime <= context.clock.Now()) {
    return messages::ShardIteratorExpired();
  }
  return *std::move(iterator);
}

}  // namespace

Result<GetRecordsResponse> GetRecords(OperationContext& context, const GetRecordsRequest& request) {
  TRESTLE_TRY(ShardIterator iterator, CheckedIterator(context, request.shard_iterator));
  GetRecordsResponse response;
  TRESTLE_TRY(response.stream, FindStream(context, iterator.stream_arn));
  const Shard* const shard = response.stream->FindShard(iterator.shard);
  if (shard == nullptr) return messages::DataTrimmed();

  // In this order: a change that was in flight before the view was taken may be missing from it
  // although one with a larger stamp is there, and must not be passed over.
  const std::uint64_t first_in_flight = context.catalog.stamps().FirstInFlight();
  const std::shared_ptr<const View> view = context.catalog.store().Latest();
  context.AnswerAfterLatest();
  TRESTLE_TRY(response.records,
              ReadShard(*view, *shard, iterator.from,
                        {.records = static_cast<std::size_t>(request.limit.value_or(kMaxRecords)),
                         .before = first_in_flight,
                         .trimmed_before = TrimmedBefore(context.clock.Now())}));
  if (shard->closed && response.records.at_end) return response;
  iterator.from = response.records.next;
  iterator.issued = context.clock.Now();
  response.next_shard_iterator = EncodeShardIterator(iterator);
  return response;
}

}  // namespace trestle
