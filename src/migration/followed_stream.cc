#include "migration/followed_stream.h"

#include <algorithm>
#include <set>
#include <utility>

#include "migration/messages.h"
#include "stream/sequence_number.h"
#include "table/table.h"

namespace trestle::migration {

Result<std::vector<Shard>> FollowedStream::Shards() {
  std::vector<Shard> all;
  DescribeStreamRequest request{.stream_arn = arn_};
  do {
    TRESTLE_TRY(const DescribeStreamResponse page, database_.DescribeStream(request));
    all.insert(all.end(), page.shards.begin(), page.shards.end());
    request.exclusive_start_shard_id = page.last_evaluated_shard_id;
  } while (request.exclusive_start_shard_id);
  return all;
}

Result<std::vector<ShardPosition>> FollowedStream::Begin() {
  TRESTLE_TRY(const std::vector<Shard> shards, Shards());
  std::vector<ShardPosition> positions;
  for (const Shard& shard : shards) {
    positions.push_back(
        {.id = shard.Id(), .parent = {}, .after = {}, .done = shard.closed.has_value()});
  }
  return positions;
}

Status FollowedStream::Refresh(std::vector<ShardPosition>& positions) {
  TRESTLE_TRY(const std::vector<Shard> shards, Shards());
  std::set<std::string> described;
  for (const Shard& shard : shards) {
    const std::string id = shard.Id();
    described.insert(id);
    if (std::ranges::find(positions, id, &ShardPosition::id) != positions.end()) continue;
    positions.push_back({.id = id,
                         .parent = shard.parent ? ShardId(*shard.parent) : std::string(),
                         .after = {},
                         .done = false});
  }
  std::erase_if(positions, [&](const ShardPosition& position) {
    return position.done && !described.contains(position.id);
  });
  return {};
}

bool FollowedStream::MayRead(const ShardPosition& position, const std::vector<ShardPosition>& all) {
  if (position.done) return false;
  const auto parent = std::ranges::find(all, position.parent, &ShardPosition::id);
  return parent == all.end() || parent->done;
}

Result<FollowedStream::Page> FollowedStream::Next(const ShardPosition& position) {
  std::string& iterator = iterators_[position.id];
  for (bool fresh = iterator.empty();; fresh = true) {
    if (fresh) {
      GetShardIteratorRequest request{.stream_arn = arn_, .shard_id = position.id};
      if (!position.after.empty()) {
        request.type = ShardIteratorType::kAfterSequenceNumber;
        request.sequence_number = position.after;
      }
      TRESTLE_TRY(const GetShardIteratorResponse given, database_.GetShardIterator(request));
      iterator = given.shard_iterator;
    }
    auto answer = database_.GetRecords({.shard_iterator = iterator, .limit = {}});
    if (!answer && answer.error().code == ErrorCode::kExpiredIterator && !fresh) continue;
    if (!answer) {
      iterator.clear();
      return tl::unexpected(answer.error());
    }
    Page page{.keys = {}, .records = answer->records.size(), .position = position};
    std::set<std::string, std::less<>> seen;
    for (std::size_t place = 0; place < answer->records.size(); ++place) {
      const ChangeRecord record = answer->records[place];
      page.position.after = SequenceNumberOf(record.stamp);
      TRESTLE_TRY(Item key, record.keys.Decode());
      if (seen.insert(std::string(EncodedItem::From(key).bytes())).second) {
        page.keys.push_back(std::move(key));
      }
    }
    page.position.done = !answer->next_shard_iterator;
    iterator = answer->next_shard_iterator.value_or("");
    return page;
  }
}

Result<TableStream> StreamOf(Database& database, const std::string& table) {
  TRESTLE_TRY(const TableDescription description, database.DescribeTable(table));
  const StreamDefinition& stream = description.table->definition().stream;
  if (!stream.enabled) return TableStream{};
  ListStreamsRequest request{.table_name = table};
  do {
    TRESTLE_TRY(const ListStreamsResponse page, database.ListStreams(request));
    for (const StreamPtr& one : page.streams) {
      if (one->label == stream.label) return TableStream{.arn = one->arn};
    }
    request.exclusive_start_stream_arn = page.last_evaluated_stream_arn;
  } while (request.exclusive_start_stream_arn);
  return TableStream{};
}

Status EnableStream(Database& database, const std::string& table, const Pause& pause) {
  TRESTLE_TRY(TableStream stream, StreamOf(database, table));
  if (stream.arn.empty()) {
    UpdateTableRequest request;
    request.table_name = table;
    request.stream = StreamRequest{.enabled = true, .view = StreamView::kKeysOnly};
    TRESTLE_RETURN_IF_ERROR(database.UpdateTable(request));
  }
  TRESTLE_RETURN_IF_ERROR(AwaitActive(database, table, pause));
  while (true) {
    TRESTLE_TRY(stream, StreamOf(database, table));
    if (!stream.arn.empty()) {
      TRESTLE_TRY(const DescribeStreamResponse described,
                  database.DescribeStream({.stream_arn = stream.arn}));
      if (described.status == StreamStatus::kEnabled) return {};
    }
    if (!pause(std::chrono::milliseconds(50))) return messages::Stopped();
  }
}

Status DisableStream(Database& database, const std::string& table, const Pause& pause) {
  TRESTLE_TRY(const TableStream stream, StreamOf(database, table));
  if (stream.arn.empty()) return {};
  UpdateTableRequest request;
  request.table_name = table;
  request.stream = StreamRequest{.enabled = false, .view = {}};
  TRESTLE_RETURN_IF_ERROR(database.UpdateTable(request));
  return AwaitActive(database, table, pause);
}

}  // namespace trestle::migration
