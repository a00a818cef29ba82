// The streams of the catalog's tables: how they come, go on in new shards, and go. Like tables they
// change under all item locks: then every stamp that was given is committed, so that a shard that
// is closed has all its records, and later ones go to its children.
#include <algorithm>
#include <map>
#include <utility>

#include "stream/retention.h"
#include "stream/shard_reader.h"
#include "table/catalog.h"
#include "table/catalog_records.h"
#include "table/table_state.h"

namespace trestle {
namespace {

StreamPtr Shared(Stream stream) { return std::make_shared<const Stream>(std::move(stream)); }

Result<TimePoint> NewestStampOf(const View& view, const Stream& stream) {
  TimePoint newest = stream.created;
  for (const Shard& shard : stream.shards) {
    newest = std::max(newest, shard.closed.value_or(shard.opened).time);
    if (shard.closed) continue;
    TRESTLE_TRY(const std::optional<ChangeStamp> last, NewestRecord(view, shard));
    if (last) newest = std::max(newest, last->time);
  }
  return newest;
}

}  // namespace

StreamPtr Catalog::FindStream(std::string_view arn) const {
  StreamPtr stream = streams_.Find(arn);
  return stream == nullptr || IsGone(*stream, clock_.Now()) ? nullptr : stream;
}

std::vector<StreamPtr> Catalog::StreamsAfter(std::string_view arn) const {
  std::vector<StreamPtr> streams = streams_.After(arn);
  const TimePoint now = clock_.Now();
  std::erase_if(streams, [&](const StreamPtr& stream) { return IsGone(*stream, now); });
  return streams;
}

Result<Catalog::StreamContents> Catalog::ReadStreams(const View& view,
                                                     std::vector<TableDefinition>& definitions) {
  TRESTLE_TRY(std::vector<Stream> streams, catalog_records::ReadStreams(view));
  StreamContents contents;
  std::map<std::string, StreamPtr> by_arn;
  for (Stream& stream : streams) {
    TRESTLE_TRY(const TimePoint newest, NewestStampOf(view, stream));
    contents.newest = std::max(contents.newest, newest);
    contents.streams.push_back(Shared(std::move(stream)));
    by_arn[contents.streams.back()->arn] = contents.streams.back();
  }
  for (TableDefinition& definition : definitions) {
    if (!definition.stream.enabled) continue;
    const StreamPtr stream = by_arn[definition.StreamArn()];
    // A stream of before there were records has no description, and nobody has read it.
    definition.stream.enabled = stream != nullptr;
    if (stream != nullptr) definition.stream.shards = stream->OpenShards();
  }
  return contents;
}

void Catalog::LoadStreams(StreamContents contents) {
  for (const StreamPtr& known : streams_.All()) streams_.Remove(known->arn);
  stamps_->NotBefore(contents.newest);
  for (StreamPtr& stream : contents.streams) streams_.Put(std::move(stream));
}

Result<StreamPtr> Catalog::OpenStream(TableDefinition& definition, WriteBatch& batch) {
  // Two streams of one table, or of two tables of one name, may begin within a millisecond.
  TimePoint named = clock_.Now();
  do {
    definition.stream.label = StreamLabel(named);
    named += std::chrono::milliseconds(1);
  } while (streams_.Find(definition.StreamArn()) != nullptr);

  ChangeStamps::InFlight in_flight;
  TRESTLE_TRY(const ChangeStamp first, stamps_->Take(options_.shards.count, in_flight));
  Stream stream;
  stream.id = first.number;
  stream.table_id = definition.id;
  stream.table_name = definition.name;
  stream.region = definition.region;
  stream.label = definition.stream.label;
  stream.arn = definition.StreamArn();
  stream.view = definition.stream.view;
  stream.keys = definition.keys;
  stream.created = clock_.Now();
  stream.settled = stream.created + options_.status_delay;
  OpenShards(options_.shards.count, first, stream);
  definition.stream.shards = stream.OpenShards();
  catalog_records::PutStream(stream, batch);
  return Shared(std::move(stream));
}

Result<StreamPtr> Catalog::CloseStream(const TableDefinition& definition, WriteBatch& batch) {
  Stream stream = *streams_.Find(definition.StreamArn());
  ChangeStamps::InFlight in_flight;
  TRESTLE_TRY(const ChangeStamp last, stamps_->Take(1, in_flight));
  CloseShards(last, stream);
  stream.disabled = clock_.Now();
  stream.settled = clock_.Now() + options_.status_delay;
  catalog_records::PutStream(stream, batch);
  return Shared(std::move(stream));
}

Result<std::vector<StreamPtr>> Catalog::ChangeStreams(const TableDefinition& before,
                                                      TableDefinition& after, WriteBatch& batch) {
  std::vector<StreamPtr> changed;
  const bool same =
      before.stream.enabled && after.stream.enabled && before.stream.label == after.stream.label;
  if (before.stream.enabled && !same) {
    TRESTLE_TRY(changed.emplace_back(), CloseStream(before, batch));
    after.stream.shards.clear();
  }
  if (after.stream.enabled && !same) {
    TRESTLE_TRY(changed.emplace_back(), OpenStream(after, batch));
  }
  return changed;
}

void Catalog::PutStreams(std::vector<StreamPtr> streams) {
  for (StreamPtr& stream : streams) streams_.Put(std::move(stream));
  KeepTendingStreams();
}

void Catalog::KeepTendingStreams() {
  if (tending_streams_ || streams_.All().empty()) return;
  tending_streams_ = true;
  const Duration every = std::clamp<Duration>(options_.shards.lifetime / 4, std::chrono::seconds(1),
                                              std::chrono::minutes(1));
  housekeeper_.Add({.name = "streams", .every = every, .run = [this] { return TendStreams(); }});
}

Status Catalog::TendStreams() {
  for (const StreamPtr& stream : streams_.All()) {
    if (!ShardsAreDue(*stream, options_.shards, clock_.Now())) continue;
    TRESTLE_RETURN_IF_ERROR(ReplaceShardsOf(*stream));
  }
  return TrimStreams();
}

Status Catalog::ReplaceShardsOf(const Stream& stream) {
  const ItemLocks::Held held = item_locks_.Hold(StripeSet::All());
  const TableEntry old = directory_.Find(stream.table_name);
  const StreamPtr current = streams_.Find(stream.arn);
  if (old.table == nullptr || current == nullptr || current->disabled) return {};
  if (!ShardsAreDue(*current, options_.shards, clock_.Now())) return {};

  Stream next = *current;
  ChangeStamps::InFlight in_flight;
  const std::size_t stamps = 1 + std::max(options_.shards.count, next.OpenShards().size());
  TRESTLE_TRY(const ChangeStamp first, stamps_->Take(stamps, in_flight));
  ReplaceShards(options_.shards.count, first, next);
  TableDefinition definition = old.table->definition();
  definition.stream.shards = next.OpenShards();

  const std::unique_ptr<WriteBatch> batch = store_.NewBatch();
  catalog_records::PutStream(next, *batch);
  TRESTLE_TRY(TableEntry entry, Replace(old, std::move(definition), *batch));
  streams_.Put(Shared(std::move(next)));
  entry.shown = old.shown;
  entry.settled = old.settled;
  Publish(stream.table_name, std::move(entry));
  return {};
}

// Of each shard one range of keys is deleted, however many records are in it.
Status Catalog::TrimStreams() {
  const TimePoint before = TrimmedBefore(clock_.Now());
  const auto is_gone = [&](const Shard& shard) {
    return shard.closed && shard.closed->time < before;
  };
  const std::shared_ptr<const View> view = store_.Latest();
  const std::unique_ptr<WriteBatch> batch = store_.NewBatch();
  bool any_gone = false;
  for (const StreamPtr& stream : streams_.All()) {
    for (const Shard& shard : stream->shards) {
      any_gone = any_gone || is_gone(shard);
      TRESTLE_RETURN_IF_ERROR(is_gone(shard) ? EraseShard(*view, shard, *batch)
                                             : TrimShard(*view, shard, before, *batch));
    }
  }
  if (!batch->empty()) TRESTLE_RETURN_IF_ERROR(store_.Commit(*batch));
  if (!any_gone) return {};

  const ItemLocks::Held held = item_locks_.Hold(StripeSet::All());
  batch->Clear();
  std::vector<StreamPtr> changed;
  for (const StreamPtr& stream : streams_.All()) {
    Stream rest = *stream;
    if (std::erase_if(rest.shards, is_gone) == 0) continue;
    rest.shards.empty() ? catalog_records::DeleteStream(rest.id, *batch)
                        : catalog_records::PutStream(rest, *batch);
    changed.push_back(Shared(std::move(rest)));
  }
  if (changed.empty()) return {};
  TRESTLE_RETURN_IF_ERROR(store_.Commit(*batch));
  for (StreamPtr& stream : changed) {
    stream->shards.empty() ? streams_.Remove(stream->arn) : streams_.Put(std::move(stream));
  }
  return {};
}

}  // namespace trestle
