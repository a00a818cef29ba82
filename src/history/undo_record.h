#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "storage/store.h"
#include "stream/change.h"

namespace trestle {

// What one change replaced. Written to disk: see docs/file-format.md.
struct UndoRecord {
  std::string_view item_key;
  std::optional<std::string_view> before;  // an EncodedItem's bytes; none: it was not there
};

// Where the record of a change is stored: of a table's changes, in the order of their stamps.
std::string UndoKey(std::uint32_t table_id, const ChangeStamp& stamp);
Result<ChangeStamp> StampOf(std::string_view undo_key);

void AddUndoRecord(std::uint32_t table_id, const Change& change, WriteBatch& batch);
Result<UndoRecord> ReadUndoRecord(std::string_view stored);  // views into `stored`

KeyRange UndoRecordsOf(std::uint32_t table_id);
// The records whose stamps are not before `first`.
KeyRange UndoRecordsFrom(std::uint32_t table_id, const ChangeStamp& first);

// The stamp of a table's newest record; none if it has no history.
Result<std::optional<ChangeStamp>> NewestStamp(const View& view, std::uint32_t table_id);

}  // namespace trestle
