#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "stream/change.h"
#include "value/key_schema.h"

namespace trestle {

enum class StreamView { kKeysOnly, kNewImage, kOldImage, kNewAndOldImages };

// A stream's name on the wire, the last part of its ARN: 2026-11-15T09:30:00.123.
std::string StreamLabel(TimePoint created);
// A shard's name on the wire: shardId-00000001763206654123-00000007. Later shards have larger ones.
std::string ShardId(const ChangeStamp& opened);

// The changes of the items whose partitions' hashes lie in a range, between two stamps. A closed
// shard has one or more children, which go on where it ends.
struct Shard {
  ChangeStamp opened;                 // the number is part of stored keys, and no other shard's
  std::optional<ChangeStamp> closed;  // every record of it is before
  std::optional<ChangeStamp> parent;  // its `opened`; none for the first shards of a stream
  std::uint32_t first_hash = 0;
  std::uint32_t last_hash = std::numeric_limits<std::uint32_t>::max();

  std::uint64_t number() const { return opened.number; }
  std::string Id() const { return ShardId(opened); }
};

// Where the records of a range of partitions go now.
struct OpenShard {
  std::uint32_t last_hash = 0;
  std::uint64_t number = 0;
};

// One stream of a table, from when it was enabled until its last record is trimmed: a table that
// is dropped, or gets another stream, leaves it behind.
struct Stream {
  std::uint64_t id = 0;  // of its stored description; never given twice
  std::uint32_t table_id = 0;
  std::string table_name;
  std::string region;
  std::string label;
  std::string arn;
  StreamView view = StreamView::kKeysOnly;
  KeySchema keys;
  TimePoint created;
  std::optional<TimePoint> disabled;
  TimePoint settled;          // ENABLING or DISABLING until then
  std::vector<Shard> shards;  // in the order of their ids

  const Shard* FindShard(std::string_view shard_id) const;
  const Shard* FindShard(std::uint64_t number) const;
  // By their hashes.
  std::vector<OpenShard> OpenShards() const;
};

using StreamPtr = std::shared_ptr<const Stream>;  // shared by the catalog and those who read it

struct ShardOptions {
  std::size_t count = 4;                      // open shards of a stream
  Duration lifetime = std::chrono::hours(4);  // then a shard gives way to its children
};

// The first shards of a stream. `first` and the numbers after it are theirs.
void OpenShards(std::size_t count, const ChangeStamp& first, Stream& stream);
// Whether open shards have lived long enough, or there are to be more.
bool ShardsAreDue(const Stream& stream, const ShardOptions& options, TimePoint now);
// Closes the open shards at `first` and opens their children: one for each, and two for the widest
// where there are to be more. Takes at most 1 + the larger of both counts of stamps.
void ReplaceShards(std::size_t count, const ChangeStamp& first, Stream& stream);
void CloseShards(const ChangeStamp& stamp, Stream& stream);

// The shard in which changes of the partition are recorded. `shards` is not empty.
std::uint64_t ShardOf(std::uint32_t partition_hash, const std::vector<OpenShard>& shards);

}  // namespace trestle
