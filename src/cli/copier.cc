#include "cli/copier.h"

#include <utility>

#include "cli/data_messages.h"
#include "cli/table_like.h"
#include "table/table.h"

namespace trestle {
namespace {

std::string CopyStatePath(const OpenedDatabase& source, const OpenedDatabase& target,
                          const CopyOptions& options) {
  if (!options.state.empty()) return options.state;
  return StateName("copy", source.name + "\n" + options.source_table + "\n" + target.name + "\n" +
                               options.target_table);
}

}  // namespace

Copier::Copier(OpenedDatabase& source, OpenedDatabase& target, const CopyOptions& options,
               const Interruption& interruption, Progress& progress)
    : source_(source),
      target_(target),
      options_(options),
      interruption_(interruption),
      progress_(progress),
      state_file_(CopyStatePath(source, target, options)),
      writer_(*target.database, options.target_table, interruption) {}

Status Copier::PrepareTarget(const TableDescription& source) {
  source_table_ = source.table;
  const Result<TableDescription> there = target_.database->DescribeTable(options_.target_table);
  if (!there) {
    if (there.error().code != ErrorCode::kResourceNotFound) return tl::unexpected(there.error());
    TRESTLE_RETURN_IF_ERROR(target_.database->CreateTable(
        RequestFor(source_table_->definition(), options_.target_table)));
    progress_.Note("made the table " + options_.target_table);
  }
  TRESTLE_TRY(const TableDescription target,
              WaitUntilActive(*target_.database, options_.target_table, interruption_, progress_));
  target_table_ = target.table;
  if (!(source_table_->keys() == target_table_->keys())) {
    return messages::KeysDiffer(options_.source_table, options_.target_table);
  }
  return {};
}

// Another table under the same name is begun anew.
Status Copier::LoadState() {
  TRESTLE_TRY(const std::optional<Item> state, state_file_.Read());
  const bool same = state && TextOf(*state, "source") == IdentityOf(source_table_->definition()) &&
                    TextOf(*state, "target") == IdentityOf(target_table_->definition());
  const MutexLock lock(mutex_);
  positions_ = FromState(same ? ListOf(*state, "segments") : List(), options_.segments);
  return {};
}

Result<std::vector<ItemToPut>> Copier::ItemsOf(const PageResponse& page) const {
  std::vector<ItemToPut> items;
  items.reserve(page.items.size());
  for (const EncodedItemView stored : page.items) {
    TRESTLE_TRY(Item item, stored.Decode());
    TRESTLE_TRY(ItemKey key, source_table_->KeyOfItem(item));
    items.push_back({.item = std::move(item), .key = std::move(key.bytes), .place = {}});
  }
  return items;
}

Status Copier::RunSegment(std::size_t segment, const std::atomic<bool>& stop) {
  SegmentPosition position;
  ScanRequest request;
  request.table_name = options_.source_table;
  request.segment = static_cast<std::int64_t>(segment);
  {
    const MutexLock lock(mutex_);
    position = positions_[segment];
    request.total_segments = static_cast<std::int64_t>(positions_.size());
  }
  while (!position.done && !stop) {
    if (interruption_.requested()) return messages::Interrupted();
    request.exclusive_start_key = std::nullopt;
    if (position.last_key) request.exclusive_start_key = *position.last_key;
    TRESTLE_TRY(const PageResponse page, source_.database->Scan(request));
    TRESTLE_TRY(std::vector<ItemToPut> items, ItemsOf(page));
    TRESTLE_RETURN_IF_ERROR(writer_.Put(
        items, [](const ItemToPut&, const Error& error) -> Status { return tl::unexpected(error); },
        [this](std::size_t put) { progress_.Add(put, put); }));
    position.items += static_cast<std::int64_t>(items.size());
    position.last_key = page.last_evaluated_key;
    position.done = !position.last_key;
    const MutexLock lock(mutex_);
    positions_[segment] = position;
    TRESTLE_RETURN_IF_ERROR(state_file_.Write(
        {{"source", AttributeValue::String(IdentityOf(source_table_->definition()))},
         {"target", AttributeValue::String(IdentityOf(target_table_->definition()))},
         {"segments", AttributeValue::Of(AttributeValue::Variant(std::in_place_type<List>,
                                                                 ToState(positions_)))}}));
  }
  return {};
}

Result<std::int64_t> Copier::Run() {
  TRESTLE_TRY(const TableDescription source,
              source_.database->DescribeTable(options_.source_table));
  TRESTLE_RETURN_IF_ERROR(PrepareTarget(source));
  TRESTLE_RETURN_IF_ERROR(LoadState());
  std::size_t segments = 0;
  {
    const MutexLock lock(mutex_);
    segments = positions_.size();
    const std::int64_t before = trestle::ItemsOf(positions_);
    if (before > 0) progress_.Note("going on after " + std::to_string(before) + " items");
    progress_.Begin(static_cast<std::uint64_t>(source.statistics.items),
                    static_cast<std::uint64_t>(before));
  }
  TRESTLE_RETURN_IF_ERROR(
      OnEachSegment(segments, [this](std::size_t segment, const std::atomic<bool>& stop) {
        return RunSegment(segment, stop);
      }));
  state_file_.Remove();
  const MutexLock lock(mutex_);
  return trestle::ItemsOf(positions_);
}

}  // namespace trestle
