#include "history/state_at.h"

#include <optional>
#include <utility>

#include "history/messages.h"
#include "history/undo_record.h"

namespace trestle {

StateAt::StateAt(PastTable table, const ChangeStamp& first_undone, std::size_t max_bytes)
    : table_(std::move(table)),
      first_undone_(first_undone),
      max_bytes_(max_bytes),
      items_(table_.view->Range(table_.items)) {
  items_->SeekFirst();
}

Result<std::unique_ptr<StateAt>> StateAt::Open(PastTable table, const ChangeStamp& first_undone,
                                               std::size_t max_bytes) {
  std::unique_ptr<StateAt> state(new StateAt(std::move(table), first_undone, max_bytes));
  TRESTLE_RETURN_IF_ERROR(state->ReadChanges(""));
  return state;
}

Status StateAt::ReadChanges(std::string_view from_key) {
  const HistoryStretch stretch{
      .table_id = table_.table_id, .first = first_undone_, .end = std::nullopt};
  TRESTLE_TRY(changed_, ChangedKeys::Read(*table_.view, stretch, from_key, max_bytes_));
  next_changed_ = changed_.places().begin();
  return {};
}

Result<bool> StateAt::Next() {
  if (std::exchange(at_cursor_, false)) items_->Next();
  while (true) {
    const bool has_item = items_->Valid() && changed_.Covers(items_->key());
    const bool has_changed = next_changed_ != changed_.places().end();
    if (!has_item && !has_changed) {
      TRESTLE_RETURN_IF_ERROR(items_->status());
      if (!changed_.until()) return false;
      TRESTLE_RETURN_IF_ERROR(ReadChanges(std::string(*changed_.until())));
      continue;
    }
    if (!has_changed || (has_item && items_->key() < next_changed_->first)) {
      at_cursor_ = true;
      key_ = items_->key();
      image_ = items_->value();
      return true;
    }
    if (has_item && items_->key() == next_changed_->first) items_->Next();
    TRESTLE_TRY(const bool was_there, Undo());
    if (was_there) return true;
  }
}

Result<bool> StateAt::Undo() {
  const ChangeStamp& first = next_changed_->second.first;
  ++next_changed_;
  TRESTLE_TRY(std::optional<std::string> stored, table_.view->Get(UndoKey(table_.table_id, first)));
  if (!stored) return messages::HistoryDamaged("a record has gone");
  undone_ = *std::move(stored);
  TRESTLE_TRY(const UndoRecord record, ReadUndoRecord(undone_));
  if (!record.before) return false;
  key_ = record.item_key;
  image_ = *record.before;
  return true;
}

}  // namespace trestle
