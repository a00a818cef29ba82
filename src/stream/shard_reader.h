#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "storage/store.h"
#include "stream/change_record.h"
#include "stream/stream.h"

namespace trestle {

// Records of one shard in their order, in one piece of memory.
class RecordPage {
 public:
  std::size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }
  std::size_t StoredBytes() const { return bytes_.size(); }
  // Valid as long as the page.
  ChangeRecord operator[](std::size_t place) const;

  // Takes a record in its stored form, which is whole.
  void Append(const ChangeStamp& stamp, std::string_view stored);

  // Where the next page begins.
  ChangeStamp next;
  // Whether there is nothing after it, and in a closed shard never will be.
  bool at_end = false;

 private:
  struct End {
    ChangeStamp stamp;
    std::size_t place;
  };
  std::string bytes_;
  std::vector<End> ends_;
};

struct PageLimits {
  std::size_t records = 1000;
  std::size_t bytes = 1 << 20;  // of ChangeRecord::SizeBytes; one record is always read
  std::uint64_t before = 0;     // only records with a smaller number
  TimePoint trimmed_before;     // what is older is gone
};

// The records at and after `from`. An error if some of them were trimmed.
Result<RecordPage> ReadShard(const View& view, const Shard& shard, const ChangeStamp& from,
                             const PageLimits& limits);

// The stamp of the newest record in the view; nothing if there is none.
Result<std::optional<ChangeStamp>> NewestRecord(const View& view, const Shard& shard);

// Takes what is older out of the store, but for the newest of it: a reader that comes to it knows
// that it has missed records.
Status TrimShard(const View& view, const Shard& shard, TimePoint before, WriteBatch& batch);
Status EraseShard(const View& view, const Shard& shard, WriteBatch& batch);

}  // namespace trestle
