#include "migration/migration.h"

#include <algorithm>
#include <utility>

#include "binding/table_plan.h"
#include "migration/messages.h"
#include "migration/moved_source.h"
#include "table/table.h"

namespace trestle::migration {
namespace {

constexpr std::int64_t kDeletedAtOnce = 50;
constexpr std::chrono::milliseconds kIdle{100};
constexpr std::chrono::hours kStreamLasts{23};  // records are kept for 24
constexpr int kMostWaits = 30;                  // for a table to be quiet, times the quiet time

std::int64_t Seconds(TimePoint time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

// The table that the model's migrations come from.
Result<std::string> OnlySource(const model::Model& model) {
  std::string from;
  for (const model::MigrationRule& rule : model.migrations) {
    if (!from.empty() && rule.from != from) return messages::SeveralSources();
    from = rule.from;
  }
  if (from.empty()) return messages::NoMigrations(model.name);
  return from;
}

Result<std::string> SourceOf(const Migration::Models& models) {
  if (!models.table.empty()) return models.table;
  return OnlySource(*models.model);
}

std::string JournalName(const Migration::Models& models, const std::string& source) {
  return models.model->name + "/" + source;
}

}  // namespace

Result<std::unique_ptr<Migration>> Migration::Open(const Models& models, Database& database,
                                                   const Clock& clock, MigrationOptions options) {
  TRESTLE_TRY(const std::string table, SourceOf(models));
  const Result<TableDescription> source = database.DescribeTable(table);
  if (!source && source.error().code == ErrorCode::kResourceNotFound) {
    TRESTLE_TRY(const std::optional<State> state, Look(models, database));
    if (state && state->phase == Phase::kFinalised) return messages::SourceDropped(table);
    return messages::NoSource(table);
  }
  TRESTLE_RETURN_IF_ERROR(source);
  TRESTLE_TRY(Mapping mapping,
              Mapping::Of(models.model,
                          {.from = table, .keys = source->table->keys(), .model = models.from}));
  auto migration = std::unique_ptr<Migration>(
      new Migration(std::move(mapping), models, database, clock, std::move(options)));
  migration->expected_ = source->statistics.items;
  return migration;
}

Migration::Migration(Mapping mapping, const Models& models, Database& database, const Clock& clock,
                     MigrationOptions options)
    : mapping_(std::move(mapping)),
      model_(models.model),
      database_(database),
      clock_(clock),
      options_(std::move(options)),
      journal_(database, JournalName(models, mapping_.source()), options_.pause),
      paced_(clock.Now()) {}

Status Migration::CheckStopped() const {
  if (options_.stopped()) return messages::Stopped();
  return {};
}

Result<std::optional<State>> Migration::Look(const Models& models, Database& database) {
  TRESTLE_TRY(const std::string source, SourceOf(models));
  return Journal(database, JournalName(models, source), {}).Read();
}

Status Migration::CheckTargetEmpty() {
  ScanRequest request;
  request.table_name = mapping_.target();
  request.consistent_read = true;
  do {
    TRESTLE_RETURN_IF_ERROR(CheckStopped());
    TRESTLE_TRY(const PageResponse page, database_.Scan(request));
    for (const EncodedItemView stored : page.items) {
      TRESTLE_TRY(const Item item, stored.Decode());
      if (mapping_.IsOfMigration(item)) return messages::TargetNotEmpty(mapping_.target());
    }
    request.exclusive_start_key.reset();
    if (page.last_evaluated_key) request.exclusive_start_key = *page.last_evaluated_key;
  } while (request.exclusive_start_key);
  return {};
}

Status Migration::Prepare() {
  TRESTLE_TRY(const std::optional<State> begun, journal_.Read());
  if (!begun) {
    TRESTLE_RETURN_IF_ERROR(CheckHasStreams(database_));
    TRESTLE_RETURN_IF_ERROR(CreateMissing(*model_, database_));
    TRESTLE_RETURN_IF_ERROR(CheckTargetEmpty());
    TRESTLE_TRY(const TableStream there, StreamOf(database_, mapping_.source()));
    State state;
    state.made_source_stream = there.arn.empty();
    TRESTLE_RETURN_IF_ERROR(journal_.Begin(std::move(state)));
  }
  TRESTLE_RETURN_IF_ERROR(journal_.TakeOver());
  if (journal_.state().phase != Phase::kPreparing) return {};
  TRESTLE_RETURN_IF_ERROR(EnableStream(database_, mapping_.source(), options_.pause));
  options_.on_note("following the stream of " + mapping_.source());
  return Turn(Phase::kCopying, mapping_.source());
}

// From here on the stream of the other table is followed.
Status Migration::Turn(Phase phase, const std::string& followed_table) {
  TRESTLE_TRY(const TableStream stream, StreamOf(database_, followed_table));
  if (stream.arn.empty()) return messages::NoStream(followed_table);
  stream_.emplace(database_, stream.arn);
  State next = Moved();
  next.phase = phase;
  next.stream = stream.arn;
  TRESTLE_TRY(next.shards, stream_->Begin());
  return journal_.Save(std::move(next));
}

// Clients may write to the source if and only if it leads. Whoever ended between the two steps of a
// turn has left it otherwise.
Status Migration::SettleSource() {
  const Phase phase = journal_.state().phase;
  const bool moved = phase == Phase::kSwitched || phase == Phase::kFinalised;
  return SetMovedTo(database_, mapping_.source(), moved ? mapping_.target() : "");
}

Status Migration::GoOn() {
  TRESTLE_RETURN_IF_ERROR(journal_.TakeOver());
  TRESTLE_RETURN_IF_ERROR(SettleSource());
  const State& state = journal_.state();
  const bool follows = state.phase == Phase::kCopying || state.phase == Phase::kFollowing ||
                       state.phase == Phase::kSwitched;
  if (!follows) return {};
  if (Seconds(clock_.Now()) - state.followed > Seconds(TimePoint(kStreamLasts))) {
    return messages::StreamLost(mapping_.source());
  }
  if (!stream_) stream_.emplace(database_, state.stream);
  return {};
}

State Migration::Moved() const {
  State next = journal_.state();
  next.followed = Seconds(clock_.Now());
  return next;
}

// Nothing is being written to `table`, whose stream is followed.
Status Migration::AwaitQuiet(const std::string& table) {
  for (int wait = 0; wait < kMostWaits; ++wait) {
    TRESTLE_RETURN_IF_ERROR(CatchUp());
    if (!options_.pause(options_.quiet)) return messages::Stopped();
    TRESTLE_TRY(const std::size_t records, FollowRound());
    if (records == 0) return {};
  }
  return messages::StillWritten(table);
}

Result<State> Migration::Run(Until until) {
  TRESTLE_RETURN_IF_ERROR(Prepare());
  if (journal_.state().phase == Phase::kUndoing) {
    return messages::WrongPhase("go on", "being rolled back");
  }
  if (journal_.state().phase == Phase::kFinalised) return journal_.state();
  TRESTLE_RETURN_IF_ERROR(GoOn());
  // Between two pages the changes of the meantime are carried over: a page is written as it was
  // read, and what has changed since comes after it.
  bool end = journal_.state().phase != Phase::kCopying;
  while (!end) {
    TRESTLE_RETURN_IF_ERROR(CheckStopped());
    TRESTLE_RETURN_IF_ERROR(CopyPage(end));
    TRESTLE_RETURN_IF_ERROR(FollowRound());
  }
  TRESTLE_RETURN_IF_ERROR(CatchUp());
  while (until == Until::kStopped && !options_.stopped()) {
    TRESTLE_TRY(const std::size_t records, FollowRound());
    options_.on_progress(journal_.state(), journal_.state().copied, expected_);
    if (records == 0 && !options_.pause(kIdle)) break;
  }
  return journal_.state();
}

Result<State> Migration::Switch() {
  TRESTLE_RETURN_IF_ERROR(GoOn());
  if (journal_.state().phase == Phase::kSwitched) return journal_.state();
  if (journal_.state().phase != Phase::kFollowing) {
    return messages::WrongPhase("switch", NameOf(journal_.state().phase));
  }
  TRESTLE_RETURN_IF_ERROR(AwaitQuiet(mapping_.source()));
  TRESTLE_TRY(const Comparison comparison, Compare());
  if (comparison.differing > 0) return messages::Differs(comparison.differing);
  // The target is followed from before the last look at the source.
  TRESTLE_TRY(const TableStream there, StreamOf(database_, mapping_.target()));
  if (there.arn.empty()) {
    State next = Moved();
    next.made_target_stream = true;
    TRESTLE_RETURN_IF_ERROR(journal_.Save(std::move(next)));
    TRESTLE_RETURN_IF_ERROR(EnableStream(database_, mapping_.target(), options_.pause));
  }
  // From here on clients are refused, so that what is read now is all that there will be.
  TRESTLE_RETURN_IF_ERROR(SetMovedTo(database_, mapping_.source(), mapping_.target()));
  TRESTLE_TRY(const std::size_t records, FollowRound());
  if (records > 0) {
    TRESTLE_RETURN_IF_ERROR(SettleSource());
    return messages::StillWritten(mapping_.source());
  }
  TRESTLE_RETURN_IF_ERROR(Turn(Phase::kSwitched, mapping_.target()));
  return journal_.state();
}

Result<Phase> Migration::RollBack() {
  TRESTLE_RETURN_IF_ERROR(journal_.TakeOver());
  const Phase was = journal_.state().phase;
  if (was == Phase::kFinalised) return messages::WrongPhase("roll back", "finalised");
  if (was != Phase::kSwitched) {
    TRESTLE_RETURN_IF_ERROR(SettleSource());
    TRESTLE_RETURN_IF_ERROR(Undo());
    return was;
  }
  TRESTLE_RETURN_IF_ERROR(GoOn());
  TRESTLE_RETURN_IF_ERROR(AwaitQuiet(mapping_.target()));
  TRESTLE_TRY(const Comparison comparison, Compare());
  if (comparison.differing > 0) return messages::Differs(comparison.differing);
  TRESTLE_TRY(const std::size_t records, FollowRound());
  if (records > 0) return messages::StillWritten(mapping_.target());
  TRESTLE_RETURN_IF_ERROR(Turn(Phase::kFollowing, mapping_.source()));
  TRESTLE_RETURN_IF_ERROR(SettleSource());
  return was;
}

// Before the first switch all items of these entities have come from the source.
Status Migration::Undo() {
  if (journal_.state().phase != Phase::kUndoing) {
    State next = journal_.state();
    next.phase = Phase::kUndoing;
    next.scanned.reset();
    TRESTLE_RETURN_IF_ERROR(journal_.Save(std::move(next)));
  }
  bool end = false;
  while (!end) {
    TRESTLE_RETURN_IF_ERROR(CheckStopped());
    ScanRequest request;
    request.table_name = mapping_.target();
    request.consistent_read = true;
    request.limit = kDeletedAtOnce;
    if (journal_.state().scanned) request.exclusive_start_key = *journal_.state().scanned;
    TRESTLE_TRY(const PageResponse page, database_.Scan(request));
    std::vector<ItemWrite> writes;
    for (const EncodedItemView stored : page.items) {
      TRESTLE_TRY(const Item item, stored.Decode());
      if (!mapping_.IsOfMigration(item)) continue;
      writes.push_back({.table = mapping_.target(), .key = mapping_.TargetKeyOf(item), .put = {}});
    }
    State next = journal_.state();
    next.scanned = page.last_evaluated_key;
    end = !page.last_evaluated_key;
    TRESTLE_RETURN_IF_ERROR(Commit(std::move(writes), std::move(next)));
  }
  const State state = journal_.state();
  if (state.made_source_stream) {
    TRESTLE_RETURN_IF_ERROR(DisableStream(database_, mapping_.source(), options_.pause));
  }
  if (state.made_target_stream) {
    TRESTLE_RETURN_IF_ERROR(DisableStream(database_, mapping_.target(), options_.pause));
  }
  return journal_.Remove();
}

Status Migration::Finalise(const Finish& finish) {
  TRESTLE_RETURN_IF_ERROR(GoOn());
  const Phase phase = journal_.state().phase;
  if (phase != Phase::kFinalised && phase != Phase::kSwitched) {
    return messages::WrongPhase("finalise", NameOf(phase));
  }
  if (phase == Phase::kSwitched) TRESTLE_RETURN_IF_ERROR(Close(finish));
  // At the very end: whoever finds no source any more must find that all is done.
  if (finish.drop_source) TRESTLE_RETURN_IF_ERROR(database_.DeleteTable(mapping_.source()));
  return {};
}

Status Migration::Close(const Finish& finish) {
  TRESTLE_RETURN_IF_ERROR(CatchUp());
  // A write to the source that came after the switch would be lost with it.
  TRESTLE_TRY(const Comparison comparison, Compare());
  if (comparison.differing > 0 && !finish.although_different) {
    return messages::Differs(comparison.differing);
  }
  if (journal_.state().made_source_stream) {
    TRESTLE_RETURN_IF_ERROR(DisableStream(database_, mapping_.source(), options_.pause));
  }
  if (journal_.state().made_target_stream) {
    TRESTLE_RETURN_IF_ERROR(DisableStream(database_, mapping_.target(), options_.pause));
  }
  State next = Moved();
  next.phase = Phase::kFinalised;
  next.shards.clear();
  return journal_.Save(std::move(next));
}

}  // namespace trestle::migration
