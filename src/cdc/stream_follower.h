#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "stream/change_record.h"

namespace trestle {

class Database;

// How far one shard of a stream has been read.
struct ShardPosition {
  std::string shard;
  std::string parent;  // empty: it has none
  std::string after;   // the sequence number of the last record that was read; empty: none was
  bool ended = false;  // closed, and read to its end
  friend bool operator==(const ShardPosition&, const ShardPosition&) = default;
};

// Reads one stream, from its oldest record or from where an earlier one has stopped: each record
// once, and the changes of an item in their order, since a shard waits for its parent. For one
// thread.
class StreamFollower {
 public:
  // A record of the stream, for the time of the call.
  using Take = std::function<Status(const ChangeRecord& record, const std::string& sequence)>;

  // `database` outlives it.
  StreamFollower(Database& database, std::string stream_arn, std::vector<ShardPosition> positions);

  // Gives `take` a page of each shard that can be read now, and tells how many records that were.
  // The positions always tell what `take` has got, after an error too.
  Result<std::size_t> ReadRound(const Take& take);

  // Whether no shard has, or lately had, more to tell.
  bool CaughtUp() const;
  // Whether the stream was disabled and has been read to its end.
  bool Finished() const;
  std::vector<ShardPosition> Positions() const;

 private:
  struct Followed {
    ShardPosition position;
    std::string iterator;  // empty: there is none yet
    int empty_pages = 0;
  };

  static const Followed* Find(const std::vector<Followed>& shards, std::string_view id);
  Status Describe();
  bool Waits(const Followed& followed) const;
  Status Open(Followed& followed);
  Result<std::size_t> ReadPage(Followed& followed, const Take& take);

  Database& database_;
  const std::string arn_;
  std::vector<Followed> shards_;  // in the order of their ids
  bool look_again_ = true;        // there may be shards that are not known
  bool has_looked_ = false;       // and has read all that it found
  bool disabled_ = false;
};

}  // namespace trestle
