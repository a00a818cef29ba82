#include "history/trim.h"

#include <memory>

#include "history/undo_record.h"

namespace trestle {

Status TrimHistory(std::uint32_t table_id, TimePoint time, const View& view, WriteBatch& batch) {
  KeyRange old = UndoRecordsOf(table_id);
  old.end = UndoKey(table_id, {.time = time, .number = 0});
  const std::unique_ptr<Cursor> cursor = view.Range(old);
  cursor->SeekFirst();
  TRESTLE_RETURN_IF_ERROR(cursor->status());
  if (cursor->Valid()) batch.DeleteRange(old.begin, old.end);
  return {};
}

}  // namespace trestle
