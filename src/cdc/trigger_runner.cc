#include "cdc/trigger_runner.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "cdc/messages.h"
#include "cdc/trigger_match.h"
#include "operation/database.h"
#include "repository/errors.h"

namespace trestle {
namespace {

constexpr const char* kHandler = "handler";
constexpr std::int64_t kUnnotedRecords = 1000;

// Whether the same write may succeed in a moment.
bool MayPass(const Error& error) {
  switch (error.code) {
    case ErrorCode::kTransactionConflict:
    case ErrorCode::kTransactionInProgress:
    case ErrorCode::kProvisionedThroughputExceeded:
    case ErrorCode::kThrottling:
    case ErrorCode::kRequestLimitExceeded:
    case ErrorCode::kServiceUnavailable:
    case ErrorCode::kStorageUnavailable:
    case ErrorCode::kInternalServerError:
      return true;
    default:
      break;
  }
  const auto* cancellation = dynamic_cast<const Cancellation*>(error.detail.get());
  if (cancellation == nullptr) return false;
  return std::ranges::any_of(cancellation->reasons, [](const CancellationReason& reason) {
    return reason.code == "TransactionConflict" || reason.code == "ThrottlingError" ||
           reason.code == "ProvisionedThroughputExceeded";
  });
}

bool IsStale(const Error& error) {
  return dynamic_cast<const repository::FurtherWriteRefused*>(error.detail.get()) != nullptr;
}

repository::ItemChange::Kind KindOf(ChangeKind kind) {
  using Kind = repository::ItemChange::Kind;
  return kind == ChangeKind::kInsert   ? Kind::kInsert
         : kind == ChangeKind::kModify ? Kind::kModify
                                       : Kind::kRemove;
}

}  // namespace

bool TriggerRunner::HasWork(const model::Model& model, const repository::ChangeHandlers* handlers) {
  return handlers != nullptr || !model.triggers.empty();
}

TriggerRunner::TriggerRunner(Setup setup)
    : setup_(std::move(setup)), positions_(setup_.database, setup_.position_table) {
  // The tables share the model with the repository, which lives as long.
  const std::shared_ptr<const model::Model> shared(setup_.repository, &model());
  for (const model::Table& table : shared->tables) {
    if (table.stream == model::StreamView::kNone) continue;
    const bool listens = setup_.handlers != nullptr ||
                         std::ranges::any_of(shared->triggers, [&](const model::Trigger& trigger) {
                           const model::Entity* entity = shared->FindEntity(trigger.entity);
                           return entity != nullptr && entity->table == table.name;
                         });
    if (listens) tables_.emplace(table.name, std::make_unique<model::KeptTable>(shared, table));
  }
  for (const model::Trigger& trigger : shared->triggers) {
    if (const model::Entity* entity = shared->FindEntity(trigger.entity)) {
      listened_.insert(entity->value);
    }
  }
}

Status TriggerRunner::CatchUp() {
  for (const auto& [name, table] : tables_) {
    ListStreamsRequest request;
    request.table_name = name;
    TRESTLE_TRY(const ListStreamsResponse listed, setup_.database.ListStreams(request));
    for (const StreamPtr& stream : listed.streams) {
      if (stopped_) return {};
      Follow& follow = streams_[stream->arn];
      follow.table = table.get();
      TRESTLE_RETURN_IF_ERROR(FollowStream(stream->arn, follow));
    }
  }
  return {};
}

Status TriggerRunner::FollowStream(const std::string& arn, Follow& follow) {
  if (follow.shards.empty()) TRESTLE_RETURN_IF_ERROR(Describe(arn, follow));
  const auto waits = [&](const ShardState& shard) {
    const auto parent = std::ranges::find(follow.shards, shard.parent, &ShardState::id);
    return parent != follow.shards.end() && !parent->ended;
  };
  for (bool again = true; again && !stopped_;) {
    again = false;
    for (ShardState& shard : follow.shards) {
      if (shard.ended || waits(shard)) continue;
      if (Status drained = Drain(arn, follow, shard); !drained) {
        follow.shards.clear();  // the shard may be gone: the next call looks again
        return drained;
      }
      again = again || shard.ended;
    }
    // A shard that has ended has children by now.
    if (again) TRESTLE_RETURN_IF_ERROR(Describe(arn, follow));
  }
  return {};
}

Status TriggerRunner::Describe(const std::string& arn, Follow& follow) {
  std::vector<ShardState> shards;
  DescribeStreamRequest request;
  request.stream_arn = arn;
  do {
    TRESTLE_TRY(const DescribeStreamResponse page, setup_.database.DescribeStream(request));
    for (const ShardDescription& shard : page.shards) {
      const auto known = std::ranges::find(follow.shards, shard.id, &ShardState::id);
      if (known != follow.shards.end()) {
        shards.push_back(std::move(*known));
        continue;
      }
      ShardState& state = shards.emplace_back();
      state.id = shard.id;
      state.parent = shard.parent_id.value_or("");
    }
    request.exclusive_start_shard_id = page.last_evaluated_shard_id;
  } while (request.exclusive_start_shard_id);
  follow.shards = std::move(shards);
  return {};
}

Result<std::string> TriggerRunner::IteratorOf(const Place& place) {
  ShardState& shard = place.shard;
  if (!shard.opened) {
    TRESTLE_TRY(shard.stored, positions_.Read(place.position));
    shard.next = shard.stored ? shard.stored->record : "";
    shard.next_done = false;
    shard.unnoted = 0;
    shard.opened = true;
  }
  GetShardIteratorRequest request;
  request.stream_arn = place.stream;
  request.shard_id = shard.id;
  if (!shard.next.empty()) {
    request.type = shard.next_done ? ShardIteratorType::kAfterSequenceNumber
                                   : ShardIteratorType::kAtSequenceNumber;
    request.sequence_number = shard.next;
  }
  auto iterator = setup_.database.GetShardIterator(request);
  if (!iterator && iterator.error().code == ErrorCode::kTrimmedDataAccess) {
    request.type = ShardIteratorType::kTrimHorizon;
    request.sequence_number.reset();
    iterator = setup_.database.GetShardIterator(request);
  }
  if (!iterator) return tl::unexpected(iterator.error());
  return std::move(iterator->shard_iterator);
}

Status TriggerRunner::Drain(const std::string& arn, Follow& follow, ShardState& shard) {
  const Place place{
      .stream = arn, .shard = shard, .position = model().name + "|" + arn + "|" + shard.id};
  TRESTLE_TRY(std::string iterator, IteratorOf(place));
  while (!stopped_) {
    TRESTLE_TRY(const GetRecordsResponse page,
                setup_.database.GetRecords({.shard_iterator = iterator, .limit = {}}));
    for (std::size_t i = 0; i < page.records.size(); ++i) {
      if (stopped_) return {};
      TRESTLE_RETURN_IF_ERROR(Handle(follow, page.records[i], page.SequenceNumber(i), place));
      if (!shard.opened) break;
    }
    if (!shard.opened) {
      TRESTLE_TRY(iterator, IteratorOf(place));
      continue;
    }
    if (!page.next_shard_iterator) {
      shard.ended = true;
      return {};
    }
    if (page.records.empty()) return {};
    iterator = *page.next_shard_iterator;
  }
  return {};
}

Result<std::optional<repository::ItemChange>> TriggerRunner::ChangeOf(
    const Follow& follow, const ChangeRecord& record, const std::string& sequence) const {
  using Found = std::optional<repository::ItemChange>;
  const EncodedItemView image = record.new_image   ? *record.new_image
                                : record.old_image ? *record.old_image
                                                   : record.keys;
  // Most records are of entities that nobody listens to.
  const auto value = image.Find(follow.table->table().entity_attribute);
  const auto text = value ? value->Scalar() : std::nullopt;
  if (text && setup_.handlers == nullptr && !listened_.contains(*text)) return Found();
  TRESTLE_TRY(const Item item, image.Decode());
  if (follow.table->IsGuard(item)) return Found();
  const model::KeptEntity* kept = follow.table->EntityOf(item);
  if (kept == nullptr) return Found();
  repository::ItemChange change;
  change.kind = KindOf(record.kind);
  change.entity = &kept->entity();
  change.at = record.stamp.time;
  change.expired = record.origin == ChangeOrigin::kExpiry;
  change.id = sequence;
  if (record.new_image) {
    TRESTLE_TRY(change.after, record.new_image->Decode());
  }
  if (record.old_image) {
    TRESTLE_TRY(change.before, record.old_image->Decode());
  }
  return Found(std::move(change));
}

Status TriggerRunner::Handle(const Follow& follow, const ChangeRecord& record,
                             const std::string& sequence, const Place& place) {
  ShardState& shard = place.shard;
  std::vector<FiredTrigger> fired;
  auto change = ChangeOf(follow, record, sequence);
  if (!change) return cdc_messages::DamagedRecord(shard.id);
  if (*change) {
    fired = Fired(model(), **change, setup_.clock.Now());
    if (setup_.handlers != nullptr) {
      auto reactions = setup_.handlers->On(**change);
      if (!reactions && MayPass(reactions.error())) return tl::unexpected(reactions.error());
      if (!reactions) {
        LogWarning(cdc_messages::ReactionFailed(model().name, kHandler, reactions.error().message));
        Note(kHandler, Outcome::kNotDone);
      } else {
        for (repository::Reaction& reaction : *reactions) {
          fired.push_back({.name = kHandler, .reaction = std::move(reaction)});
        }
      }
    }
  }
  const bool begun = shard.stored && shard.stored->record == sequence;
  const auto done = static_cast<std::size_t>(begun ? shard.stored->reactions : 0);
  for (std::size_t i = done; i < fired.size(); ++i) {
    const TriggerPosition after{.record = sequence, .reactions = static_cast<std::int64_t>(i) + 1};
    TRESTLE_TRY(const bool ours, React(fired[i].name, fired[i].reaction, place, after));
    if (!ours) {
      shard.opened = false;
      return {};
    }
    shard.stored = after;
    shard.unnoted = 0;
  }
  shard.next = sequence;
  shard.next_done = true;
  if (++shard.unnoted < kUnnotedRecords) return {};
  const TriggerPosition here{.record = sequence,
                             .reactions = static_cast<std::int64_t>(fired.size())};
  TRESTLE_TRY(const bool ours, positions_.MoveNow(place.position, shard.stored, here));
  shard.stored = here;
  shard.unnoted = 0;
  if (!ours) shard.opened = false;
  return {};
}

Result<bool> TriggerRunner::React(const std::string& trigger, const repository::Reaction& reaction,
                                  const Place& place, const TriggerPosition& after) {
  const ShardState& shard = place.shard;
  const auto answer =
      setup_.repository->TransactWith(reaction.transaction, reaction.arguments,
                                      positions_.Move(place.position, shard.stored, after));
  if (answer) {
    Note(trigger, Outcome::kRan);
    return true;
  }
  const Error& error = answer.error();
  if (IsStale(error)) return false;
  if (MayPass(error)) return tl::unexpected(error);
  const bool refused = error.code == ErrorCode::kConditionalCheckFailed;
  if (!refused) {
    LogWarning(cdc_messages::ReactionFailed(model().name, trigger, error.message));
  }
  Note(trigger, refused ? Outcome::kRefused : Outcome::kNotDone);
  return positions_.MoveNow(place.position, shard.stored, after);
}

void TriggerRunner::Note(const std::string& trigger, Outcome outcome) {
  const MutexLock lock(mutex_);
  ++counts_[trigger][outcome];
}

void TriggerRunner::AppendMetrics(std::string& out) const {
  const MutexLock lock(mutex_);
  for (const auto& [trigger, outcomes] : counts_) {
    for (const auto& [outcome, count] : outcomes) {
      const char* word = outcome == Outcome::kRan       ? "ran"
                         : outcome == Outcome::kRefused ? "refused"
                                                        : "failed";
      out.append("trestle_trigger_reactions_total{model=\"")
          .append(model().name)
          .append("\",trigger=\"")
          .append(trigger)
          .append("\",outcome=\"")
          .append(word)
          .append("\"} ")
          .append(std::to_string(count))
          .append("\n");
    }
  }
}

}  // namespace trestle
