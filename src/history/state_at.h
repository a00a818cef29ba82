#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "history/changed_keys.h"
#include "value/item_codec.h"

namespace trestle {

// A table with its history in one view: what past states are read from. The view was taken when no
// change of interest was on its way to its commit.
struct PastTable {
  std::shared_ptr<const View> view;  // shared with whoever took it
  std::uint32_t table_id = 0;
  KeyRange items;  // where the table's items are stored
};

// The first stamp that a state at `time` does without: it has the changes made up to that moment,
// those of the very microsecond too.
inline ChangeStamp FirstAfter(TimePoint time) { return {.time = time + Duration(1), .number = 0}; }

// Reads the items of a table as they were before all changes from one stamp on, in the order of
// their keys. Not shared between threads.
class StateAt {
 public:
  static Result<std::unique_ptr<StateAt>> Open(PastTable table, const ChangeStamp& first_undone,
                                               std::size_t max_bytes = kChangedKeysBytes);

  // Goes to the next item, at first to the first; false after the last.
  Result<bool> Next();
  // Of the item it is at; valid until Next.
  std::string_view item_key() const { return key_; }
  EncodedItemView item() const { return EncodedItemView(image_); }

 private:
  StateAt(PastTable table, const ChangeStamp& first_undone, std::size_t max_bytes);
  Status ReadChanges(std::string_view from_key);
  // The item of the changed key that comes next, as it was; false if it was not there.
  Result<bool> Undo();

  const PastTable table_;
  const ChangeStamp first_undone_;
  const std::size_t max_bytes_;
  std::unique_ptr<Cursor> items_;
  bool at_cursor_ = false;  // the item is where the cursor stands
  ChangedKeys changed_;
  ChangedKeys::Map::const_iterator next_changed_;
  std::string undone_;  // the stored record of an item that was undone
  std::string_view key_;
  std::string_view image_;
};

}  // namespace trestle
