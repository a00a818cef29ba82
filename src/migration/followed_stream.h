#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "migration/journal.h"
#include "migration/state.h"
#include "operation/database.h"

namespace trestle::migration {

// The stream of a table, read from remembered positions: which items have changed, in whatever way.
// A shard is read after its parent, so the changes of an item come in their order. For one thread.
class FollowedStream {
 public:
  // `database` outlives it.
  FollowedStream(Database& database, std::string arn) : database_(database), arn_(std::move(arn)) {}

  // Positions from which no change is missed that is made after this call. Open shards are read
  // from their beginning: an item that has not changed since is looked at in vain.
  Result<std::vector<ShardPosition>> Begin();

  struct Page {
    std::vector<Item> keys;  // of changed items, each once
    std::size_t records = 0;
    bool at_tip = true;      // as far as anybody can tell, there are no more now
    ShardPosition position;  // behind them
  };
  // The next records of the shard; its parents must have been read to their ends.
  Result<Page> Next(const ShardPosition& position);

  // Adds the shards that are new since, and leaves out those that are read and gone. False if there
  // will be no more, since the stream was disabled.
  Result<bool> Refresh(std::vector<ShardPosition>& positions);
  static bool MayRead(const ShardPosition& position, const std::vector<ShardPosition>& all);

 private:
  struct Description {
    std::vector<ShardDescription> shards;
    bool enabled = true;
  };
  Result<Description> Describe();

  Database& database_;
  const std::string arn_;
  struct Reading {
    std::string iterator;  // good for some minutes; empty: none
    int empty_pages = 0;
  };
  std::map<std::string, Reading> readings_;  // by shard
};

// An error if the endpoint knows no streams.
Status CheckHasStreams(Database& database);

// The ARN of the table's stream; enabled with the keys alone where there is none.
struct TableStream {
  std::string arn;  // empty: it has none
};
Result<TableStream> StreamOf(Database& database, const std::string& table);
Status EnableStream(Database& database, const std::string& table, const Pause& pause);
Status DisableStream(Database& database, const std::string& table, const Pause& pause);

}  // namespace trestle::migration
