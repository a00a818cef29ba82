#include "cdc/stream_follower.h"

#include <algorithm>
#include <utility>

#include "cdc/messages.h"
#include "operation/database.h"

namespace trestle {

StreamFollower::StreamFollower(Database& database, std::string stream_arn,
                               std::vector<ShardPosition> positions)
    : database_(database), arn_(std::move(stream_arn)) {
  for (ShardPosition& position : positions) {
    shards_.push_back({.position = std::move(position), .iterator = {}, .empty_pages = 0});
  }
}

Status StreamFollower::Describe() {
  std::vector<Followed> listed;
  DescribeStreamRequest request;
  request.stream_arn = arn_;
  do {
    TRESTLE_TRY(const DescribeStreamResponse page, database_.DescribeStream(request));
    disabled_ = page.status == StreamStatus::kDisabled || page.status == StreamStatus::kDisabling;
    for (const ShardDescription& shard : page.shards) {
      const Followed* known = Find(shards_, shard.id);
      if (known != nullptr) {
        listed.push_back(*known);
        continue;
      }
      Followed& added = listed.emplace_back();
      added.position.shard = shard.id;
      added.position.parent = shard.parent_id.value_or("");
    }
    request.exclusive_start_shard_id = page.last_evaluated_shard_id;
  } while (request.exclusive_start_shard_id);
  for (const Followed& followed : shards_) {
    const ShardPosition& position = followed.position;
    if (!position.ended && Find(listed, position.shard) == nullptr) {
      return cdc_messages::ChangesTrimmed(position.shard);
    }
  }
  shards_ = std::move(listed);
  look_again_ = false;
  return {};
}

const StreamFollower::Followed* StreamFollower::Find(const std::vector<Followed>& shards,
                                                     std::string_view id) {
  const auto found = std::ranges::find_if(
      shards, [&](const Followed& followed) { return followed.position.shard == id; });
  return found == shards.end() ? nullptr : &*found;
}

bool StreamFollower::Waits(const Followed& followed) const {
  const Followed* parent = Find(shards_, followed.position.parent);
  return parent != nullptr && !parent->position.ended;
}

Status StreamFollower::Open(Followed& followed) {
  const ShardPosition& position = followed.position;
  GetShardIteratorRequest request;
  request.stream_arn = arn_;
  request.shard_id = position.shard;
  if (!position.after.empty()) {
    request.type = ShardIteratorType::kAfterSequenceNumber;
    request.sequence_number = position.after;
  }
  auto opened = database_.GetShardIterator(request);
  if (!opened && opened.error().code == ErrorCode::kTrimmedDataAccess) {
    return cdc_messages::ChangesTrimmed(position.shard);
  }
  if (!opened) return tl::unexpected(opened.error());
  followed.iterator = std::move(opened->shard_iterator);
  return {};
}

Result<std::size_t> StreamFollower::ReadPage(Followed& followed, const Take& take) {
  if (followed.iterator.empty()) TRESTLE_RETURN_IF_ERROR(Open(followed));
  auto page = database_.GetRecords({.shard_iterator = followed.iterator, .limit = {}});
  if (!page && page.error().code == ErrorCode::kExpiredIterator) {
    TRESTLE_RETURN_IF_ERROR(Open(followed));
    page = database_.GetRecords({.shard_iterator = followed.iterator, .limit = {}});
  }
  if (!page && page.error().code == ErrorCode::kTrimmedDataAccess) {
    return cdc_messages::ChangesTrimmed(followed.position.shard);
  }
  if (!page) return tl::unexpected(page.error());
  for (std::size_t i = 0; i < page->records.size(); ++i) {
    const ChangeRecord record = page->records[i];
    std::string sequence = page->SequenceNumber(i);
    TRESTLE_RETURN_IF_ERROR(take(record, sequence));
    followed.position.after = std::move(sequence);
  }
  if (page->records.empty()) ++followed.empty_pages;
  followed.position.ended = !page->next_shard_iterator.has_value();
  followed.iterator = page->next_shard_iterator.value_or("");
  return page->records.size();
}

Result<std::size_t> StreamFollower::ReadRound(const Take& take) {
  if (look_again_) TRESTLE_RETURN_IF_ERROR(Describe());
  std::size_t records = 0;
  bool open = false;
  has_looked_ = true;
  for (Followed& followed : shards_) {
    if (followed.position.ended || Waits(followed)) continue;
    TRESTLE_TRY(const std::size_t read, ReadPage(followed, take));
    records += read;
    open = open || !followed.position.ended;
    // A shard that has ended has children, now or soon.
    if (followed.position.ended) {
      look_again_ = true;
      has_looked_ = false;
    }
  }
  look_again_ = look_again_ || !open;
  return records;
}

bool StreamFollower::CaughtUp() const {
  return has_looked_ && std::ranges::all_of(shards_, [](const Followed& followed) {
           return followed.position.ended || followed.empty_pages >= kEmptyPagesAtTheTip;
         });
}

bool StreamFollower::Finished() const {
  return disabled_ && std::ranges::all_of(shards_, [](const Followed& followed) {
           return followed.position.ended;
         });
}

std::vector<ShardPosition> StreamFollower::Positions() const {
  std::vector<ShardPosition> positions;
  for (const Followed& followed : shards_) positions.push_back(followed.position);
  return positions;
}

}  // namespace trestle
