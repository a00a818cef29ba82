#include "stream/shard_reader.h"

#include <memory>
#include <utility>

#include "base/check.h"
#include "storage/erase_range.h"
#include "stream/messages.h"
#include "stream/record_keys.h"

namespace trestle {

// Fills a page until a limit is reached.
class PageBuilder {
 public:
  explicit PageBuilder(const PageLimits& limits) : limits_(limits) {}

  // False if the record belongs to the next page.
  Result<bool> Add(const ChangeStamp& stamp, std::string_view value) {
    if (page_.size() >= limits_.records || stamp.number >= limits_.before) return false;
    const std::optional<ChangeRecord> record = DecodeChangeRecord(stamp, value);
    if (!record) return messages::StreamRecordDamaged();
    const std::size_t size = record->SizeBytes();
    if (!page_.empty() && size_ + size > limits_.bytes) return false;
    size_ += size;
    page_.Append(stamp, value);
    return true;
  }
  RecordPage& page() { return page_; }

 private:
  const PageLimits& limits_;
  RecordPage page_;
  std::size_t size_ = 0;
};

void RecordPage::Append(const ChangeStamp& stamp, std::string_view stored) {
  bytes_.append(stored);
  ends_.push_back({.stamp = stamp, .place = bytes_.size()});
  next = {.time = stamp.time, .number = stamp.number + 1};
}

ChangeRecord RecordPage::operator[](std::size_t place) const {
  const std::size_t begin = place == 0 ? 0 : ends_[place - 1].place;
  const std::optional<ChangeRecord> record = DecodeChangeRecord(
      ends_[place].stamp, std::string_view(bytes_).substr(begin, ends_[place].place - begin));
  TRESTLE_CHECK(record.has_value());  // the builder has read it too
  return *record;
}

Result<RecordPage> ReadShard(const View& view, const Shard& shard, const ChangeStamp& from,
                             const PageLimits& limits) {
  PageBuilder builder(limits);
  builder.page().next = from;
  const std::unique_ptr<Cursor> cursor = view.Range(RecordsOfShard(shard.number()));
  for (cursor->Seek(RecordKey(shard.number(), from)); cursor->Valid(); cursor->Next()) {
    const ChangeStamp stamp = StampOfRecordKey(cursor->key());
    if (stamp.time < limits.trimmed_before) return messages::DataTrimmed();
    TRESTLE_TRY(const bool added, builder.Add(stamp, cursor->value()));
    if (!added) return std::move(builder.page());
  }
  TRESTLE_RETURN_IF_ERROR(cursor->status());
  builder.page().at_end = true;
  return std::move(builder.page());
}

Result<std::optional<ChangeStamp>> NewestRecord(const View& view, const Shard& shard) {
  const std::unique_ptr<Cursor> cursor = view.Range(RecordsOfShard(shard.number()));
  cursor->SeekLast();
  TRESTLE_RETURN_IF_ERROR(cursor->status());
  if (!cursor->Valid()) return std::nullopt;
  return StampOfRecordKey(cursor->key());
}

Status TrimShard(const View& view, const Shard& shard, TimePoint before, WriteBatch& batch) {
  KeyRange range = RecordsOfShard(shard.number());
  const std::unique_ptr<Cursor> cursor = view.Range(range);
  cursor->SeekBefore(RecordKey(shard.number(), {.time = before, .number = 0}));
  TRESTLE_RETURN_IF_ERROR(cursor->status());
  if (!cursor->Valid()) return {};
  range.end = cursor->key();
  return EraseRange(range, view, batch);
}

Status EraseShard(const View& view, const Shard& shard, WriteBatch& batch) {
  return EraseRange(RecordsOfShard(shard.number()), view, batch);
}

}  // namespace trestle
