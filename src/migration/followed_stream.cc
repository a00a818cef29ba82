#include "migration/followed_stream.h"

#include <algorithm>
#include <set>
#include <utility>

#include "migration/messages.h"
#include "table/table.h"

namespace trestle::migration {

Result<FollowedStream::Description> FollowedStream::Describe() {
  Description description;
  DescribeStreamRequest request{.stream_arn = arn_};
  do {
    TRESTLE_TRY(DescribeStreamResponse page, database_.DescribeStream(request));
    for (ShardDescription& shard : page.shards) description.shards.push_back(std::move(shard));
    description.enabled =
        page.status == StreamStatus::kEnabled || page.status == StreamStatus::kEnabling;
    request.exclusive_start_shard_id = page.last_evaluated_shard_id;
  } while (request.exclusive_start_shard_id);
  return description;
}

Result<std::vector<ShardPosition>> FollowedStream::Begin() {
  TRESTLE_TRY(const Description now, Describe());
  std::set<std::string> parents;
  for (const ShardDescription& shard : now.shards) parents.insert(shard.parent_id.value_or(""));
  std::vector<ShardPosition> positions;
  for (const ShardDescription& shard : now.shards) {
    // Some servers name an end of shards that are open; only one with children is over for sure.
    const bool over = shard.ending_sequence_number && parents.contains(shard.id);
    positions.push_back({.id = shard.id, .parent = {}, .after = {}, .done = over});
  }
  return positions;
}

Result<bool> FollowedStream::Refresh(std::vector<ShardPosition>& positions) {
  TRESTLE_TRY(const Description now, Describe());
  std::set<std::string> described;
  for (const ShardDescription& shard : now.shards) {
    described.insert(shard.id);
    if (std::ranges::find(positions, shard.id, &ShardPosition::id) != positions.end()) continue;
    positions.push_back(
        {.id = shard.id, .parent = shard.parent_id.value_or(""), .after = {}, .done = false});
  }
  std::erase_if(positions, [&](const ShardPosition& position) {
    return position.done && !described.contains(position.id);
  });
  return now.enabled;
}

bool FollowedStream::MayRead(const ShardPosition& position, const std::vector<ShardPosition>& all) {
  if (position.done) return false;
  const auto parent = std::ranges::find(all, position.parent, &ShardPosition::id);
  return parent == all.end() || parent->done;
}

Result<FollowedStream::Page> FollowedStream::Next(const ShardPosition& position) {
  Reading& reading = readings_[position.id];
  std::string& iterator = reading.iterator;
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
    Page page{.keys = {}, .records = answer->records.size(), .at_tip = true, .position = position};
    std::set<std::string, std::less<>> seen;
    for (std::size_t place = 0; place < answer->records.size(); ++place) {
      const ChangeRecord record = answer->records[place];
      page.position.after = answer->SequenceNumber(place);
      TRESTLE_TRY(Item key, record.keys.Decode());
      if (seen.insert(std::string(EncodedItem::From(key).bytes())).second) {
        page.keys.push_back(std::move(key));
      }
    }
    page.position.done = !answer->next_shard_iterator;
    if (page.records == 0) ++reading.empty_pages;
    page.at_tip = page.position.done || reading.empty_pages >= kEmptyPagesAtTheTip;
    iterator = answer->next_shard_iterator.value_or("");
    return page;
  }
}

Status CheckHasStreams(Database& database) {
  const auto listed = database.ListStreams({.table_name = {}, .limit = 1});
  if (listed) return {};
  if (listed.error().code == ErrorCode::kUnknownOperation) return messages::NoStreamsThere();
  return tl::unexpected(listed.error());
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
