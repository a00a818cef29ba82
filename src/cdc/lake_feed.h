#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "cdc/lake.h"
#include "cdc/lake_entities.h"
#include "cdc/stream_follower.h"

namespace trestle {

class Database;

// Follows a table's stream into a lake: each change becomes one line of it, however often the
// process stops in between. For one thread.
class LakeFeed {
 public:
  struct Setup {
    Database& database;
    Lake& lake;
    const LakeEntities& entities;
    const Clock& clock;
  };
  explicit LakeFeed(const Setup& setup);  // what it refers to outlives the feed

  // Where the lake is to begin with the items of the table: one page of them. False if there is no
  // more. Comes before the changes.
  Result<bool> ReadSnapshot();
  // Takes what can be had of the stream now, a page of each shard, and tells how many changes.
  Result<std::size_t> ReadChanges();
  // Stores what was taken; without effect where nothing has happened.
  Status Flush();

  bool CaughtUp() const { return follower_.CaughtUp(); }
  bool StreamFinished() const { return follower_.Finished(); }
  TimePoint newest() const { return newest_; }  // of the changes taken; 1970 without any

 private:
  Status TakeChange(const ChangeRecord& record, const std::string& sequence);

  const Setup setup_;
  const std::string table_;
  StreamFollower follower_;
  std::optional<LakeSnapshot> snapshot_;
  TimePoint newest_;
  std::string line_;
};

}  // namespace trestle
