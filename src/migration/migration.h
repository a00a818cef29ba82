#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "migration/followed_stream.h"
#include "migration/journal.h"
#include "migration/mapping.h"
#include "migration/state.h"
#include "model/model.h"
#include "operation/database.h"
#include "value/item_codec.h"

namespace trestle::migration {

// An item that is not what it should be.
struct Difference {
  std::string table;
  Item key;
  std::string what;
};

struct Comparison {
  std::int64_t compared = 0;  // items of the source
  std::int64_t left_out = 0;  // of them, that no rule takes
  std::int64_t differing = 0;
};

struct MigrationOptions {
  double rate = 0;                        // items copied in a second; 0: as fast as it goes
  std::chrono::milliseconds quiet{1000};  // without a change before a switch
  Pause pause;                            // false ends the work with an error
  std::function<bool()> stopped = [] { return false; };
  // Done and, as far as anybody knows, all: of items that are copied or compared.
  std::function<void(const State&, std::int64_t done, std::int64_t all)> on_progress =
      [](const State&, std::int64_t, std::int64_t) {};
  std::function<void(const Difference&)> on_refused = [](const Difference&) {};
  std::function<void(const Difference&)> on_difference = [](const Difference&) {};
  std::function<void(const std::string&)> on_note = [](const std::string&) {};
};

inline std::string KeyBytes(const Item& key) { return EncodedItem::From(key).TakeBytes(); }

// One migration from a table into the table of a model while both are in use. The stream of the
// side that clients write to says which items have changed; each is then read, and what it is now
// written to the other side, so the order in which changes are looked at does not matter and any
// step may be done twice. For one thread.
class Migration {
 public:
  struct Models {
    std::shared_ptr<const model::Model> model;
    std::shared_ptr<const model::Model> from;  // of the source; may be null
    std::string table;                         // the source; empty: the only one of the model
  };
  // `database` and `clock` outlive it.
  static Result<std::unique_ptr<Migration>> Open(const Models& models, Database& database,
                                                 const Clock& clock, MigrationOptions options);

  // How far it is, also where its source is gone by now. Nothing if it has not begun.
  static Result<std::optional<State>> Look(const Models& models, Database& database);
  // Begins or goes on: copies what is there and follows until there is nothing left to follow, or
  // for ever.
  enum class Until { kCaughtUp, kStopped };
  Result<State> Run(Until until);
  Result<Comparison> Verify();
  // The target becomes what clients write to, and the source takes no more writes, where the
  // endpoint is a TrestleDB. Nobody may write to it meanwhile.
  Result<State> Switch();
  // After a switch: back to the source, nothing lost. Before: takes out of the target what is
  // there. The state that it was in before.
  Result<Phase> RollBack();
  struct Finish {
    bool although_different = false;
    bool drop_source = false;
  };
  Status Finalise(const Finish& finish);

 private:
  Migration(Mapping mapping, const Models& models, Database& database, const Clock& clock,
            MigrationOptions options);

  Status Prepare();
  Status SettleSource();
  Status GoOn();  // takes over and opens the stream
  Status CopyPage(bool& end);
  Result<std::size_t> FollowRound();
  Status LookForShards();
  Status CatchUp();
  Status AwaitQuiet(const std::string& table);
  Status CarryOver(const std::vector<Item>& source_keys, std::vector<ItemWrite>& writes);
  Status CarryBack(const std::vector<Item>& target_keys, std::vector<ItemWrite>& writes);
  void Forward(const Item& source_key, const Item* source, const std::vector<Item>& there,
               std::vector<ItemWrite>& writes);
  void Refuse(const Difference& difference);
  Status Turn(Phase phase, const std::string& followed_table);
  Status Undo();
  Status Close(const Finish& finish);
  Status CheckTargetEmpty();
  Status CheckStopped() const;
  Result<Comparison> Compare();
  Status CompareKeys(const std::vector<Item>& source_keys, std::vector<Item>& differing,
                     bool report, Comparison& comparison);
  // By the bytes of their keys; what is not there is left out.
  Result<std::map<std::string, Item>> Get(const std::string& table, const std::vector<Item>& keys);
  // What the target holds for each of the source's keys, in their order.
  Result<std::vector<std::vector<Item>>> TargetsFor(const std::vector<Item>& source_keys);
  Status Pace(std::size_t items);
  Status Commit(std::vector<ItemWrite> writes, State next);
  State Moved() const;

  const Mapping mapping_;
  const std::shared_ptr<const model::Model> model_;  // shared with the mapping
  Database& database_;
  const Clock& clock_;
  const MigrationOptions options_;
  Journal journal_;
  std::optional<FollowedStream> stream_;
  std::vector<Item>* followed_ = nullptr;  // while items are compared: keys that have changed
  std::int64_t expected_ = 0;
  std::int64_t refused_ = 0;  // since the last commit
  double owed_ = 0;           // items that were copied faster than they may be
  TimePoint paced_;
};

}  // namespace trestle::migration
