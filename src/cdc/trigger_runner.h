#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "cdc/trigger_positions.h"
#include "model/kept_item.h"
#include "repository/change_handlers.h"
#include "repository/repository.h"
#include "stream/change_record.h"
#include "stream/stream.h"

namespace trestle {

// Runs the triggers of one model over the streams of its tables. CatchUp and StartOver are for one
// thread; the rest is safe to call from others.
class TriggerRunner {
 public:
  struct Setup {
    std::shared_ptr<const repository::Repository> repository;  // shared with who else serves it
    Database& database;
    const Clock& clock;
    std::shared_ptr<repository::ChangeHandlers> handlers;  // of a system, shared with it; or null
    std::string position_table = "trestle-triggers";
  };
  explicit TriggerRunner(Setup setup);  // what it refers to outlives the runner

  // Whether there is anything to run for this model.
  static bool HasWork(const model::Model& model, const repository::ChangeHandlers* handlers);

  // Handles all that the streams hold, or stops where Stop was called. An error may pass: what was
  // not handled is handled by the next call.
  Status CatchUp();
  // Makes CatchUp return between two changes.
  void Stop() { stopped_ = true; }
  // Forgets how far it came: the database is another one. The stored positions hold.
  void StartOver() { streams_.clear(); }

  const model::Model& model() const { return setup_.repository->model(); }
  // Lines of GET /metrics.
  void AppendMetrics(std::string& out) const TRESTLE_EXCLUDES(mutex_);

 private:
  struct ShardState {
    std::string id;
    std::string parent;
    bool opened = false;  // `stored` and `next` are known
    bool ended = false;   // closed and handled to its end
    std::optional<TriggerPosition> stored;
    std::string next;          // sequence number to go on at; empty: at the oldest record
    bool next_done = false;    // that record has been handled
    std::int64_t unnoted = 0;  // records behind `stored`
  };
  struct Follow {
    const model::KeptTable* table = nullptr;
    std::vector<ShardState> shards;
  };
  struct Place {
    const std::string& stream;
    ShardState& shard;
    std::string position;  // its id
  };
  enum class Outcome { kRan, kRefused, kNotDone };

  Status FollowStream(const std::string& arn, Follow& follow);
  Status Describe(const std::string& arn, Follow& follow);
  Status Drain(const std::string& arn, Follow& follow, ShardState& shard);
  Result<std::string> IteratorOf(const Place& place);
  Status Handle(const Follow& follow, const ChangeRecord& record, const std::string& sequence,
                const Place& place);
  Result<std::optional<repository::ItemChange>> ChangeOf(const Follow& follow,
                                                         const ChangeRecord& record,
                                                         const std::string& sequence) const;
  // False where somebody else has moved the position: the shard is to be opened again.
  Result<bool> React(const std::string& trigger, const repository::Reaction& reaction,
                     const Place& place, const TriggerPosition& after);
  void Note(const std::string& trigger, Outcome outcome) TRESTLE_EXCLUDES(mutex_);

  const Setup setup_;
  const TriggerPositions positions_;
  std::set<std::string, std::less<>> listened_;  // values of entity attributes; all with handlers
  std::map<std::string, std::unique_ptr<model::KeptTable>> tables_;
  std::map<std::string, Follow> streams_;  // by ARN
  std::atomic<bool> stopped_ = false;

  mutable Mutex mutex_;
  std::map<std::string, std::map<Outcome, std::uint64_t>> counts_ TRESTLE_GUARDED_BY(mutex_);
};

}  // namespace trestle
