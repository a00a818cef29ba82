#include "storage/rocks_batch.h"

#include <rocksdb/write_batch.h>

#include "base/check.h"
#include "storage/reserved_key.h"

namespace trestle {
namespace {

class RocksBatch final : public WriteBatch {
 public:
  explicit RocksBatch(HotRow hot_row) : hot_row_(hot_row) {}

  void Put(std::string_view key, std::string_view value) override {
    TRESTLE_CHECK(!IsReservedKey(key));
    TRESTLE_CHECK(batch_.Put(key, value).ok());
  }

  void Delete(std::string_view key) override {
    TRESTLE_CHECK(!IsReservedKey(key));
    TRESTLE_CHECK(batch_.Delete(key).ok());
  }

  void DeleteRange(std::string_view begin, std::string_view end) override {
    begin = IsReservedKey(begin) ? kFirstKey : begin;
    if (begin >= end) return;  // RocksDB takes an inverted range for a mistake
    TRESTLE_CHECK(hot_row_ == nullptr || !hot_row_(begin));
    TRESTLE_CHECK(batch_.DeleteRange(begin, end).ok());
  }

  bool empty() const override { return batch_.Count() == 0; }
  std::size_t SizeBytes() const override { return batch_.GetDataSize(); }
  void Clear() override { batch_.Clear(); }

  rocksdb::WriteBatch& rocks_batch() { return batch_; }

 private:
  // Room for a usual item and its index entry, so that a lone write need not grow it step by step.
  static constexpr std::size_t kUsualBytes = 1000;

  const HotRow hot_row_;
  rocksdb::WriteBatch batch_{kUsualBytes};
};

}  // namespace

std::unique_ptr<WriteBatch> NewRocksBatch(HotRow hot_row) {
  return std::make_unique<RocksBatch>(hot_row);
}

rocksdb::WriteBatch& RocksBatchOf(WriteBatch& batch) {
  return static_cast<RocksBatch&>(batch).rocks_batch();
}

std::uint64_t FirstSequence(const rocksdb::WriteBatch& batch) {
  // RocksDB stamps a batch as it writes it: the first eight bytes, little-endian. No call reports
  // the number, and the newest one of the database may already be another thread's.
  const std::string& bytes = batch.Data();
  std::uint64_t sequence = 0;
  for (int i = 7; i >= 0; --i) {
    sequence = sequence << 8 | static_cast<unsigned char>(bytes[static_cast<std::size_t>(i)]);
  }
  return sequence;
}

std::uint64_t LastSequence(const rocksdb::WriteBatch& batch) {
  return FirstSequence(batch) + batch.Count() - 1;
}

}  // namespace trestle
