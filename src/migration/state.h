#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "operation/transact_write_items.h"
#include "value/attribute_value.h"

namespace trestle::migration {

// The table on the endpoint in which migrations remember how far they are. Others than this room
// may look at it and must not write to it: docs/migrate.md describes the attributes.
inline constexpr const char* kStateTable = kMigrationsTable;
inline constexpr const char* kStateKey = "Migration";

enum class Phase {
  kPreparing,  // tables and stream are being made
  kCopying,    // what is there is copied, and what changes meanwhile
  kFollowing,  // all is copied; what changes is carried over
  kSwitched,   // the target is what clients write to; what changes there is carried back
  kUndoing,    // what was copied is being taken out again
  kFinalised   // done
};
std::string_view NameOf(Phase phase);

// How far one shard of a stream was read.
struct ShardPosition {
  std::string id;
  std::string parent;  // empty: none that matters
  std::string after;   // sequence number; empty: nothing was read
  bool done = false;   // to its end
  friend bool operator==(const ShardPosition&, const ShardPosition&) = default;
};

struct State {
  std::string name;  // model/table
  Phase phase = Phase::kPreparing;
  std::int64_t run = 0;  // whoever has counted it up last may write
  std::string stream;    // that is followed: the source's, once switched the target's
  std::vector<ShardPosition> shards;
  std::optional<Item> scanned;  // key of the last item that was copied
  std::int64_t copied = 0;
  std::int64_t changes = 0;   // that were carried over, or back
  std::int64_t refused = 0;   // items that did not fit; one that is tried again counts again
  std::int64_t followed = 0;  // when the stream was read last, in seconds since 1970
  bool made_source_stream = false;
  bool made_target_stream = false;

  Item ToItem() const;
  static Result<State> FromItem(const Item& item);
  friend bool operator==(const State&, const State&) = default;
};

}  // namespace trestle::migration
