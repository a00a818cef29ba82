#include "history/changed_keys.h"

#include <iterator>
#include <memory>
#include <utility>

#include "history/undo_record.h"

namespace trestle {
namespace {

// About what a key costs in the map beside its own bytes.
constexpr std::size_t kBytesForEach = 144;

}  // namespace

Result<ChangedKeys> ChangedKeys::Read(const View& view, const HistoryStretch& stretch,
                                      std::string_view from_key, std::size_t max_bytes) {
  ChangedKeys changed;
  const auto cursor = view.Range(UndoRecordsFrom(stretch.table_id, stretch.first));
  for (cursor->SeekFirst(); cursor->Valid(); cursor->Next()) {
    TRESTLE_TRY(const ChangeStamp stamp, StampOf(cursor->key()));
    TRESTLE_TRY(const UndoRecord record, ReadUndoRecord(cursor->value()));
    if (record.item_key < from_key || !changed.Covers(record.item_key)) continue;
    if (stretch.end && stamp >= *stretch.end) {
      changed.ChangeLater(record.item_key, stamp);
    } else {
      changed.Change(record.item_key, stamp, max_bytes);
    }
  }
  TRESTLE_RETURN_IF_ERROR(cursor->status());
  return changed;
}

void ChangedKeys::Change(std::string_view key, const ChangeStamp& stamp, std::size_t max_bytes) {
  const auto place = places_.lower_bound(key);
  if (place != places_.end() && place->first == key) {
    place->second.last = stamp;
    return;
  }
  places_.emplace_hint(place, key, Places{.first = stamp, .last = stamp, .next = std::nullopt});
  bytes_ += key.size() + kBytesForEach;
  // The highest keys make room. One stays whatever its size, so that there is progress.
  while (bytes_ > max_bytes && places_.size() > 1) {
    const auto highest = std::prev(places_.end());
    bytes_ -= highest->first.size() + kBytesForEach;
    until_ = highest->first;
    places_.erase(highest);
  }
}

void ChangedKeys::ChangeLater(std::string_view key, const ChangeStamp& stamp) {
  const auto place = places_.find(key);
  if (place != places_.end() && !place->second.next) place->second.next = stamp;
}

}  // namespace trestle
