#include "storage/rocks_cursor.h"

#include <rocksdb/db.h>

#include <utility>

#include "storage/messages.h"
#include "storage/reserved_key.h"
#include "storage/rocks_database.h"

namespace trestle {
namespace {

class RocksCursor final : public Cursor {
 public:
  RocksCursor(std::shared_ptr<const RocksDatabase> database, const rocksdb::Snapshot* snapshot,
              KeyRange range)
      : database_(std::move(database)), range_(std::move(range)) {
    if (IsReservedKey(range_.begin)) range_.begin = kFirstKey;
    begin_ = range_.begin;
    end_ = range_.end;

    rocksdb::ReadOptions options;
    options.snapshot = snapshot;
    options.fill_cache = database_->AdmitsToCache();
    options.iterate_lower_bound = &begin_;
    if (!range_.end.empty()) options.iterate_upper_bound = &end_;
    options.total_order_seek = !database_->IsWorthFiltering(range_);
    iterator_.reset(database_->db().NewIterator(options));
  }

  void SeekFirst() override { iterator_->SeekToFirst(); }
  void SeekLast() override { iterator_->SeekToLast(); }
  void Seek(std::string_view key) override { iterator_->Seek(key); }

  void SeekBefore(std::string_view key) override {
    if (!range_.end.empty() && key >= range_.end) return SeekLast();
    iterator_->SeekForPrev(key);
    if (iterator_->Valid() && iterator_->key() == rocksdb::Slice(key)) iterator_->Prev();
  }

  bool Valid() const override { return iterator_->Valid(); }
  void Next() override { iterator_->Next(); }
  void Previous() override { iterator_->Prev(); }
  std::string_view key() const override { return iterator_->key().ToStringView(); }
  std::string_view value() const override { return iterator_->value().ToStringView(); }

  Status status() const override {
    if (const rocksdb::Status status = iterator_->status(); !status.ok()) {
      return messages::ReadFailed(status.ToString());
    }
    return {};
  }

 private:
  std::shared_ptr<const RocksDatabase> database_;  // with the store and its views
  KeyRange range_;
  rocksdb::Slice begin_;  // the iterator reads both bounds for as long as it lives
  rocksdb::Slice end_;
  std::unique_ptr<rocksdb::Iterator> iterator_;
};

}  // namespace

std::unique_ptr<Cursor> NewRocksCursor(std::shared_ptr<const RocksDatabase> database,
                                       const rocksdb::Snapshot* snapshot, KeyRange range) {
  return std::make_unique<RocksCursor>(std::move(database), snapshot, std::move(range));
}

}  // namespace trestle
