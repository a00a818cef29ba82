#include "operation/streams.h"
#include "table/table_directory.h"

namespace trestle {
namespace {

constexpr std::int64_t kMaxStreams = 100;

}  // namespace

// A table that is not there is no error: its streams outlive it.
Result<ListStreamsResponse> ListStreams(OperationContext& context,
                                        const ListStreamsRequest& request) {
  context.AnswerAfterLatest();
  const auto limit = static_cast<std::size_t>(request.limit.value_or(kMaxStreams));
  ListStreamsResponse response;
  for (StreamPtr& stream :
       context.catalog.StreamsAfter(request.exclusive_start_stream_arn.value_or(""))) {
    if (request.table_name && stream->table_name != TableNameOf(*request.table_name)) continue;
    if (response.streams.size() == limit) {
      response.last_evaluated_stream_arn = response.streams.back()->arn;
      break;
    }
    response.streams.push_back(std::move(stream));
  }
  return response;
}

}  // namespace trestle
