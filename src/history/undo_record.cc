#include "history/undo_record.h"

#include <memory>

#include "history/messages.h"
#include "value/stored_bytes.h"

namespace trestle {
namespace {

// The first byte of this room's keys; table/key_space.h lists all of them.
constexpr char kHistorySpace = 6;
constexpr std::size_t kStampOffset = 1 + 4;
constexpr std::size_t kKeyBytes = kStampOffset + 8 + 8;

template <class T>
void AppendBigEndian(T value, std::string& out) {
  for (int shift = (static_cast<int>(sizeof(T)) - 1) * 8; shift >= 0; shift -= 8) {
    out.push_back(static_cast<char>(value >> shift));
  }
}

std::uint64_t ReadBigEndian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char byte : bytes) value = value << 8 | static_cast<std::uint8_t>(byte);
  return value;
}

std::string TablePrefix(std::uint32_t table_id) {
  std::string prefix;
  prefix.reserve(kKeyBytes);
  prefix.push_back(kHistorySpace);
  AppendBigEndian(table_id, prefix);
  return prefix;
}

}  // namespace

std::string UndoKey(std::uint32_t table_id, const ChangeStamp& stamp) {
  std::string key = TablePrefix(table_id);
  AppendBigEndian(static_cast<std::uint64_t>(stamp.time.time_since_epoch().count()), key);
  AppendBigEndian(stamp.number, key);
  return key;
}

Result<ChangeStamp> StampOf(std::string_view undo_key) {
  if (undo_key.size() != kKeyBytes) return messages::HistoryDamaged("a key");
  const auto time = static_cast<std::int64_t>(ReadBigEndian(undo_key.substr(kStampOffset, 8)));
  return ChangeStamp{.time = TimePoint(Duration(time)),
                     .number = ReadBigEndian(undo_key.substr(kStampOffset + 8))};
}

void AddUndoRecord(std::uint32_t table_id, const Change& change, WriteBatch& batch) {
  std::string value;
  value.reserve(change.item_key.size() + (change.before ? change.before->bytes().size() : 0) + 6);
  stored::AppendBlock(change.item_key, value);
  value.push_back(change.before ? 1 : 0);
  if (change.before) value.append(change.before->bytes());
  batch.Put(UndoKey(table_id, change.stamp), value);
}

Result<UndoRecord> ReadUndoRecord(std::string_view stored) {
  stored::Reader reader(stored);
  std::string_view key;
  if (!reader.ReadBlock(key) || key.empty()) return messages::HistoryDamaged("an item's key");
  bool present = false;
  if (!reader.ReadBoolean(present)) return messages::HistoryDamaged("whether there is an image");
  UndoRecord record{.item_key = key, .before = std::nullopt};
  if (present) record.before = std::string_view(reader.position(), reader.remaining());
  return record;
}

KeyRange UndoRecordsOf(std::uint32_t table_id) {
  return {.begin = TablePrefix(table_id), .end = TablePrefix(table_id + 1)};
}

KeyRange UndoRecordsFrom(std::uint32_t table_id, const ChangeStamp& first) {
  return {.begin = UndoKey(table_id, first), .end = TablePrefix(table_id + 1)};
}

Result<std::optional<ChangeStamp>> NewestStamp(const View& view, std::uint32_t table_id) {
  const std::unique_ptr<Cursor> cursor = view.Range(UndoRecordsOf(table_id));
  cursor->SeekLast();
  TRESTLE_RETURN_IF_ERROR(cursor->status());
  if (!cursor->Valid()) return std::optional<ChangeStamp>();
  TRESTLE_TRY(const ChangeStamp stamp, StampOf(cursor->key()));
  return std::optional<ChangeStamp>(stamp);
}

}  // namespace trestle
