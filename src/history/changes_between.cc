#include "history/changes_between.h"

#include <utility>

#include "history/messages.h"
#include "history/undo_record.h"

namespace trestle {

ChangesBetween::ChangesBetween(PastTable table, const Times& times, std::size_t max_bytes)
    : table_(std::move(table)),
      stretch_{.table_id = table_.table_id,
               .first = {.time = times.from, .number = 0},
               .end = ChangeStamp{.time = times.to, .number = 0}},
      max_bytes_(max_bytes) {}

Result<std::unique_ptr<ChangesBetween>> ChangesBetween::Open(PastTable table, const Times& times,
                                                             std::size_t max_bytes) {
  std::unique_ptr<ChangesBetween> changes(new ChangesBetween(std::move(table), times, max_bytes));
  TRESTLE_RETURN_IF_ERROR(changes->ReadChanges(""));
  return changes;
}

Status ChangesBetween::ReadChanges(std::string_view from_key) {
  TRESTLE_TRY(changed_, ChangedKeys::Read(*table_.view, stretch_, from_key, max_bytes_));
  next_changed_ = changed_.places().begin();
  return {};
}

Result<bool> ChangesBetween::Next() {
  if (next_changed_ == changed_.places().end()) {
    if (!changed_.until()) return false;
    TRESTLE_RETURN_IF_ERROR(ReadChanges(std::string(*changed_.until())));
    if (next_changed_ == changed_.places().end()) return false;
  }
  key_ = next_changed_->first;
  const ChangedKeys::Places& places = next_changed_->second;
  last_changed_ = places.last.time;
  TRESTLE_TRY(before_, ImageBefore(places.first));
  if (places.next) {
    TRESTLE_TRY(after_, ImageBefore(*places.next));
  } else {
    TRESTLE_TRY(after_, table_.view->Get(key_));
  }
  ++next_changed_;
  return true;
}

Result<ChangesBetween::Image> ChangesBetween::ImageBefore(const ChangeStamp& stamp) const {
  TRESTLE_TRY(const std::optional<std::string> stored,
              table_.view->Get(UndoKey(table_.table_id, stamp)));
  if (!stored) return messages::HistoryDamaged("a record has gone");
  TRESTLE_TRY(const UndoRecord record, ReadUndoRecord(*stored));
  return record.before ? Image(std::string(*record.before)) : Image();
}

}  // namespace trestle
