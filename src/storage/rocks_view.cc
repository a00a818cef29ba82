#include "storage/rocks_view.h"

#include <rocksdb/db.h>

#include <numeric>
#include <utility>

#include "storage/messages.h"
#include "storage/rocks_cursor.h"
#include "storage/rocks_database.h"

namespace trestle {

RocksView::RocksView(std::shared_ptr<const RocksDatabase> database)
    : database_(std::move(database)), snapshot_(database_->db().GetSnapshot()) {}

RocksView::~RocksView() { database_->db().ReleaseSnapshot(snapshot_); }

Result<std::optional<std::string>> RocksView::Get(std::string_view key) const {
  return ReadValue(*database_, snapshot_, key);
}

Result<FoundValues> RocksView::MultiGet(std::span<const std::string_view> keys) const {
  const std::vector<rocksdb::Slice> slices(keys.begin(), keys.end());
  std::vector<rocksdb::PinnableSlice> found(keys.size());
  std::vector<rocksdb::Status> statuses(keys.size());
  rocksdb::ReadOptions options;
  options.snapshot = snapshot_;
  options.fill_cache = database_->AdmitsToCache();
  rocksdb::DB& db = database_->db();
  db.MultiGet(options, db.DefaultColumnFamily(), keys.size(), slices.data(), found.data(),
              statuses.data());

  FoundValues values;
  values.Reserve(keys.size(),
                 std::accumulate(found.begin(), found.end(), std::size_t{0},
                                 [](std::size_t bytes, const rocksdb::PinnableSlice& value) {
                                   return bytes + value.size();
                                 }));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (statuses[i].ok()) {
      values.Append(found[i].ToStringView());
    } else if (statuses[i].IsNotFound()) {
      values.Append(std::nullopt);
    } else {
      return messages::ReadFailed(statuses[i].ToString());
    }
  }
  return values;
}

std::unique_ptr<Cursor> RocksView::Range(KeyRange range) const {
  return NewRocksCursor(database_, snapshot_, std::move(range));
}

CommitPosition RocksView::position() const {
  return database_->PositionOf(snapshot_->GetSequenceNumber());
}

Result<std::optional<std::string>> ReadValue(const RocksDatabase& database,
                                             const rocksdb::Snapshot* snapshot,
                                             std::string_view key) {
  rocksdb::ReadOptions options;
  options.snapshot = snapshot;
  options.fill_cache = database.AdmitsToCache();
  std::optional<std::string> value(std::in_place);
  const rocksdb::Status status = database.db().Get(options, key, &*value);
  if (status.ok()) return value;
  if (status.IsNotFound()) return std::nullopt;
  return messages::ReadFailed(status.ToString());
}

}  // namespace trestle
