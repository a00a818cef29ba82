#include "cdc/lake_feed.h"

#include <algorithm>
#include <utility>

#include "cdc/lake_line.h"
#include "cdc/messages.h"
#include "operation/database.h"

namespace trestle {
namespace {

Result<Item> KeysOfItem(EncodedItemView item, const KeySchema& schema) {
  Item keys;
  for (const std::vector<KeyAttribute>* attributes : {&schema.hash, &schema.range}) {
    for (const KeyAttribute& attribute : *attributes) {
      const std::optional<EncodedValue> value = item.Find(attribute.name);
      if (!value) continue;
      TRESTLE_TRY(AttributeValue decoded, value->Decode());
      keys.Set(attribute.name, std::move(decoded));
    }
  }
  return keys;
}

}  // namespace

LakeFeed::LakeFeed(const Setup& setup)
    : setup_(setup),
      table_(setup.lake.manifest().table),
      follower_(setup.database, setup.lake.manifest().stream, setup.lake.manifest().shards),
      snapshot_(setup.lake.manifest().snapshot) {}

Result<bool> LakeFeed::ReadSnapshot() {
  if (!snapshot_ || snapshot_->done) return false;
  TRESTLE_TRY(const TableDescription table, setup_.database.DescribeTable(table_));
  ScanRequest request;
  request.table_name = table_;
  if (snapshot_->after) request.exclusive_start_key = *snapshot_->after;
  request.consistent_read = true;
  TRESTLE_TRY(const PageResponse page, setup_.database.Scan(request));
  const TimePoint now = setup_.clock.Now();
  for (const EncodedItemView item : page.items) {
    TRESTLE_TRY(const Item keys, KeysOfItem(item, table.table->keys()));
    line_.clear();
    if (!AppendSnapshotLine(item, keys, now, setup_.lake.manifest().images, line_)) {
      return cdc_messages::DamagedItem(table_);
    }
    setup_.lake.Add(LakeFolder(setup_.entities.Of(item), now), LakeSequence(""), line_);
  }
  snapshot_->after = page.last_evaluated_key;
  snapshot_->done = !page.last_evaluated_key.has_value();
  return !snapshot_->done;
}

Status LakeFeed::TakeChange(const ChangeRecord& record, const std::string& sequence) {
  line_.clear();
  if (!AppendLakeLine(record, sequence, setup_.lake.manifest().images, line_)) {
    return cdc_messages::DamagedChange(sequence);
  }
  setup_.lake.Add(LakeFolder(setup_.entities.Of(record), record.stamp.time), LakeSequence(sequence),
                  line_);
  newest_ = std::max(newest_, record.stamp.time);
  return {};
}

Result<std::size_t> LakeFeed::ReadChanges() {
  return follower_.ReadRound([this](const ChangeRecord& record, const std::string& sequence) {
    return TakeChange(record, sequence);
  });
}

Status LakeFeed::Flush() {
  Lake& lake = setup_.lake;
  Lake::Progress progress{.shards = follower_.Positions(), .snapshot = snapshot_};
  const bool nothing = lake.added_lines() == 0 && !lake.HasUnnamedFiles() &&
                       progress.shards == lake.manifest().shards &&
                       progress.snapshot == lake.manifest().snapshot;
  if (nothing) return {};
  return lake.Commit(std::move(progress));
}

}  // namespace trestle
